/// What Glibc's Swift module hides, and what Swift cannot say: calls whose headers it leaves out, calls with
/// variable arguments or control messages, and atomic access to memory that is shared with other processes.
///
/// Every function is one system call (or one sequence that must not run Swift code in between) and reports
/// as the call does: a negative result and `errno`. None of them retries; `LinuxIO` does that in one place.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

// MARK: epoll and eventfd

/// One readiness event as epoll(7) reports it.
struct clinux_epoll_event {
    uint64_t token;
    uint32_t events;
};

enum {
    CLINUX_EPOLL_IN = 0x001,
    CLINUX_EPOLL_OUT = 0x004,
    CLINUX_EPOLL_ERR = 0x008,
    CLINUX_EPOLL_HUP = 0x010,
    CLINUX_EPOLL_RDHUP = 0x2000,
};

/// The most events one `clinux_epoll_wait` returns.
enum { CLINUX_EPOLL_BATCH = 64 };

int clinux_epoll_create(void);
int clinux_epoll_add(int epoll, int fd, uint32_t events, uint64_t token);
int clinux_epoll_modify(int epoll, int fd, uint32_t events, uint64_t token);
int clinux_epoll_remove(int epoll, int fd);
int clinux_epoll_wait(int epoll, struct clinux_epoll_event *events, int capacity, int timeout_ms);

int clinux_eventfd(bool semaphore, bool nonblocking);

/// timerfd_create(2) on CLOCK_BOOTTIME, non-blocking.
int clinux_timer(void);
/// Expires once at this time of that clock, at once when it has passed; 0 disarms.
int clinux_timer_set(int fd, uint64_t nanoseconds);

// MARK: Sockets

struct clinux_credentials {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

/// The most descriptors one message carries: the kernel's SCM_MAX_FD.
enum { CLINUX_MAXIMUM_DESCRIPTORS = 253 };

int clinux_unix_socket(bool nonblocking);
int clinux_unix_pair(int fds[2]);
/// `length` counts the bytes of `path`, without a NUL; ENAMETOOLONG where sockaddr_un has no room for it and its NUL.
int clinux_unix_bind(int fd, const char *path, size_t length);
int clinux_unix_connect(int fd, const char *path, size_t length);
int clinux_accept(int fd);
/// A datagram socket, non-blocking and without a name.
int clinux_unix_datagram_socket(void);
/// Sends one datagram to the socket at `path`; MSG_NOSIGNAL is set.
ssize_t clinux_unix_send_to(int fd, const void *bytes, size_t count, const char *path, size_t length);
int clinux_peer_credentials(int fd, struct clinux_credentials *credentials);
/// `*count` is the capacity on the way in and the number of groups on the way out; ERANGE when it was too small.
int clinux_peer_groups(int fd, gid_t *groups, size_t *count);
int clinux_peer_pidfd(int fd);
int clinux_unsent_bytes(int fd, int *bytes);
int clinux_set_send_timeout(int fd, int64_t nanoseconds);
int clinux_set_send_buffer(int fd, int bytes);
int clinux_set_nonblocking(int fd, bool nonblocking);
/// MSG_NOSIGNAL is always set: a peer that went away is EPIPE, never a signal.
ssize_t clinux_send(int fd, const void *bytes, size_t count, const int *fds, size_t fd_count);
/// `*fd_count` is the capacity on the way in (0 lets the kernel drop what was sent) and the number received on
/// the way out. `*truncated` tells whether the peer sent descriptors that were dropped.
ssize_t clinux_receive(int fd, void *bytes, size_t count, int *fds, size_t *fd_count, bool *truncated);

// MARK: Files

enum {
    CLINUX_RESOLVE_NO_MAGICLINKS = 0x02,
    CLINUX_RESOLVE_NO_SYMLINKS = 0x04,
    CLINUX_RESOLVE_BENEATH = 0x08,
    CLINUX_RESOLVE_IN_ROOT = 0x10,
};

/// O_TMPFILE, which open(2) hides without _GNU_SOURCE.
extern const int CLINUX_O_TMPFILE;

int clinux_openat2(int directory, const char *path, uint64_t flags, uint64_t mode, uint64_t resolve);
int clinux_openat(int directory, const char *path, int flags, mode_t mode);
/// Links a file opened with O_TMPFILE into a directory; EEXIST where the name is taken.
int clinux_link_unnamed(int fd, int directory, const char *name);
int clinux_duplicate(int fd);
int clinux_pipe(int fds[2]);

enum {
    CLINUX_SEAL_SEAL = 0x0001,
    CLINUX_SEAL_SHRINK = 0x0002,
    CLINUX_SEAL_GROW = 0x0004,
    CLINUX_SEAL_WRITE = 0x0008,
    CLINUX_SEAL_FUTURE_WRITE = 0x0010,
};

/// memfd_create(2) that allows sealing and forbids execution where the kernel (6.3) knows how to.
int clinux_memfd(const char *name);
int clinux_add_seals(int fd, int seals);
int clinux_get_seals(int fd);

// MARK: Processes

/// What one child is given. The pointers are borrowed for the call.
struct clinux_spawn_request {
    const char *path;
    char *const *arguments;
    char *const *environment;
    /// `sources[i]` becomes descriptor `targets[i]` of the child. 0, 1 and 2 are /dev/null unless they are
    /// named here, except that 2 stays the parent's when `keep_standard_error` is set.
    const int *sources;
    const int *targets;
    size_t descriptor_count;
    /// RLIMIT_* numbers and the value that becomes both soft and hard limit.
    const int *limits;
    const rlim_t *limit_values;
    size_t limit_count;
    bool keep_standard_error;
    /// SIGKILL the child when the thread that spawned it ends.
    bool end_with_parent;
};

/// Starts a child with an empty signal mask, default signal actions and no descriptor but the ones named.
/// Gives its pid and puts its pidfd into `*pidfd`; a failed step of the child, execve(2) included, is this
/// call's failure, with that step's errno.
pid_t clinux_spawn(const struct clinux_spawn_request *spawn, int *pidfd);
/// waitid(2) on a pidfd. 1: ended (`*code` is CLD_EXITED, CLD_KILLED or CLD_DUMPED, `*status` its value).
/// 0: still running, only with `nonblocking`.
int clinux_wait(int pidfd, bool nonblocking, int *code, int *status);
int clinux_signal(int pidfd, int signal);

/// An environment variable; NULL in a program that runs with more rights than its caller.
const char *clinux_secure_getenv(const char *name);

pid_t clinux_gettid(void);
/// Names the calling thread; ERANGE over 15 bytes.
int clinux_name_thread(const char *name);

int clinux_get_limit(int resource, struct rlimit *limit);
int clinux_set_limit(int resource, const struct rlimit *limit);

// MARK: Shared memory

/// Atomic access to a word in memory mapped by several processes. Both inline to a plain move on x86-64 and to
/// ldar/stlr on AArch64. The word must be 8-byte aligned.
static inline uint64_t clinux_load_acquire_u64(const void *word) {
    return __atomic_load_n((const uint64_t *)word, __ATOMIC_ACQUIRE);
}

static inline void clinux_store_release_u64(void *word, uint64_t value) {
    __atomic_store_n((uint64_t *)word, value, __ATOMIC_RELEASE);
}
