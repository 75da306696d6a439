#define _GNU_SOURCE
#include "CLinux.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>

static int control(int epoll, int operation, int fd, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, operation, fd, &event);
}

int clinux_epoll_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int clinux_epoll_add(int epoll, int fd, uint32_t events, uint64_t token) {
    return control(epoll, EPOLL_CTL_ADD, fd, events, token);
}

int clinux_epoll_modify(int epoll, int fd, uint32_t events, uint64_t token) {
    return control(epoll, EPOLL_CTL_MOD, fd, events, token);
}

int clinux_epoll_remove(int epoll, int fd) {
    return control(epoll, EPOLL_CTL_DEL, fd, 0, 0);
}

// struct epoll_event is packed on x86-64 and holds a union; Swift gets plain fields instead.
int clinux_epoll_wait(int epoll, struct clinux_epoll_event *events, int capacity, int timeout_ms) {
    struct epoll_event ready[CLINUX_EPOLL_BATCH];
    if (capacity > CLINUX_EPOLL_BATCH) {
        capacity = CLINUX_EPOLL_BATCH;
    }
    int count = epoll_wait(epoll, ready, capacity, timeout_ms);
    for (int i = 0; i < count; i++) {
        events[i].token = ready[i].data.u64;
        events[i].events = ready[i].events;
    }
    return count;
}

int clinux_eventfd(bool semaphore, bool nonblocking) {
    return eventfd(0, EFD_CLOEXEC | (semaphore ? EFD_SEMAPHORE : 0) | (nonblocking ? EFD_NONBLOCK : 0));
}
