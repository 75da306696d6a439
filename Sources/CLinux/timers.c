#define _GNU_SOURCE
#include "CLinux.h"

#include <sys/timerfd.h>
#include <time.h>

int clinux_timer(void) {
    return timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

int clinux_timer_set(int fd, uint64_t nanoseconds) {
    struct itimerspec when = {
        .it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000u), .tv_nsec = (long)(nanoseconds % 1000000000u)},
    };
    return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL);
}
