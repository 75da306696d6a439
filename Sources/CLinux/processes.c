// Spawning a child. posix_spawn(3) can neither set resource limits nor a parent-death signal, so this is
// fork(2) and execve(2) by hand. Between them only async-signal-safe calls are made, as the parent may have
// other threads; that is why this is C.
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

static _Noreturn void fail(int report) {
    int error = errno;
    (void)!write(report, &error, sizeof error);
    _exit(127);
}

static void reset_signals(int report) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int signal = 1; signal < NSIG; signal++) {
        // SIGKILL, SIGSTOP and the C library's own signals refuse; they cannot be ignored or blocked either.
        sigaction(signal, &standard, NULL);
    }
    sigset_t none;
    sigemptyset(&none);
    if (sigprocmask(SIG_SETMASK, &none, NULL) < 0) {
        fail(report);
    }
}

// The lowest number that no descriptor of the child is placed at.
static int above_targets(const struct clinux_spawn_request *spawn) {
    int floor = 3;
    for (size_t i = 0; i < spawn->descriptor_count; i++) {
        if (spawn->targets[i] >= floor) {
            floor = spawn->targets[i] + 1;
        }
    }
    return floor;
}

// First every source moves above all targets, so that no dup2 overwrites a source that is still to come.
static void place_descriptors(const struct clinux_spawn_request *spawn, int report) {
    int floor = above_targets(spawn);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    int null_above = null < 0 ? -1 : fcntl(null, F_DUPFD_CLOEXEC, floor);
    if (null_above < 0) {
        fail(report);
    }
    int above[CLINUX_MAXIMUM_DESCRIPTORS];
    for (size_t i = 0; i < spawn->descriptor_count; i++) {
        above[i] = fcntl(spawn->sources[i], F_DUPFD_CLOEXEC, floor);
        if (above[i] < 0) {
            fail(report);
        }
    }
    for (int standard = 0; standard <= (spawn->keep_standard_error ? 1 : 2); standard++) {
        if (dup2(null_above, standard) < 0) {
            fail(report);
        }
    }
    if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) < 0) {
        fail(report);
    }
    for (size_t i = 0; i < spawn->descriptor_count; i++) {
        if (dup2(above[i], spawn->targets[i]) < 0) {
            fail(report);
        }
    }
}

static _Noreturn void become(const struct clinux_spawn_request *spawn, pid_t parent, int report) {
    // The report pipe must survive the placing of descriptors: it moves above every target as well.
    int moved = fcntl(report, F_DUPFD_CLOEXEC, above_targets(spawn));
    if (moved < 0) {
        fail(report);
    }
    report = moved;
    if (spawn->end_with_parent) {
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) {
            fail(report);
        }
        if (getppid() != parent) {
            _exit(127); // The parent ended before the call above.
        }
    }
    place_descriptors(spawn, report);
    reset_signals(report);
    for (size_t i = 0; i < spawn->limit_count; i++) {
        struct rlimit limit = {.rlim_cur = spawn->limit_values[i], .rlim_max = spawn->limit_values[i]};
        if (spawn->limits[i] == RLIMIT_CPU) {
            limit.rlim_max++; // So that SIGXCPU ends it and tells why; at the hard limit it would be SIGKILL.
        }
        if (setrlimit((__rlimit_resource_t)spawn->limits[i], &limit) < 0) {
            fail(report);
        }
    }
    execve(spawn->path, spawn->arguments, spawn->environment);
    fail(report);
}

// Ends and reaps a child whose start failed; the caller's errno stays.
static void discard(pid_t child) {
    int error = errno;
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
    errno = error;
}

pid_t clinux_spawn(const struct clinux_spawn_request *spawn, int *pidfd) {
    int report[2];
    if (spawn->descriptor_count > CLINUX_MAXIMUM_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    if (pipe2(report, O_CLOEXEC) < 0) {
        return -1;
    }
    // No handler of the parent may run in the child before its actions are reset.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
        close(report[0]);
        become(spawn, parent, report[1]);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (child < 0) {
        close(report[0]);
        errno = error;
        return -1;
    }
    // The child is ours and not reaped, so its pid cannot have been given to another process.
    *pidfd = (int)syscall(SYS_pidfd_open, child, 0);
    if (*pidfd < 0) {
        discard(child);
        close(report[0]);
        return -1;
    }
    ssize_t count;
    do {
        count = read(report[0], &error, sizeof error);
    } while (count < 0 && errno == EINTR);
    close(report[0]);
    if (count != 0) {
        discard(child);
        close(*pidfd);
        errno = count == sizeof error ? error : EIO;
        return -1;
    }
    return child;
}

int clinux_wait(int pidfd, bool nonblocking, int *code, int *status) {
    siginfo_t info = {.si_pid = 0};
    if (waitid((idtype_t)P_PIDFD, (id_t)pidfd, &info, WEXITED | (nonblocking ? WNOHANG : 0)) < 0) {
        return -1;
    }
    if (info.si_pid == 0) {
        return 0;
    }
    *code = info.si_code;
    *status = info.si_status;
    return 1;
}

int clinux_signal(int pidfd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

const char *clinux_secure_getenv(const char *name) {
    return secure_getenv(name);
}

pid_t clinux_gettid(void) {
    return gettid();
}

int clinux_name_thread(const char *name) {
    return pthread_setname_np(pthread_self(), name);
}

int clinux_get_limit(int resource, struct rlimit *limit) {
    return getrlimit((__rlimit_resource_t)resource, limit);
}

int clinux_set_limit(int resource, const struct rlimit *limit) {
    return setrlimit((__rlimit_resource_t)resource, limit);
}
