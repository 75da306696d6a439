#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77 // Linux 6.5
#endif

int clinux_unix_socket(bool nonblocking) {
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0), 0);
}

int clinux_unix_pair(int fds[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds);
}

static int fill_address(struct sockaddr_un *address, const char *path, size_t length) {
    if (length == 0) {
        errno = EINVAL;
        return -1;
    }
    if (length >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length);
    return 0;
}

int clinux_unix_bind(int fd, const char *path, size_t length) {
    struct sockaddr_un address;
    if (fill_address(&address, path, length) < 0) {
        return -1;
    }
    return bind(fd, (const struct sockaddr *)&address, sizeof address);
}

int clinux_unix_connect(int fd, const char *path, size_t length) {
    struct sockaddr_un address;
    if (fill_address(&address, path, length) < 0) {
        return -1;
    }
    return connect(fd, (const struct sockaddr *)&address, sizeof address);
}

int clinux_unix_datagram_socket(void) {
    return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

ssize_t clinux_unix_send_to(int fd, const void *bytes, size_t count, const char *path, size_t length) {
    struct sockaddr_un address;
    if (fill_address(&address, path, length) < 0) {
        return -1;
    }
    return sendto(fd, bytes, count, MSG_NOSIGNAL, (const struct sockaddr *)&address, sizeof address);
}

int clinux_accept(int fd) {
    return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int clinux_peer_credentials(int fd, struct clinux_credentials *credentials) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) {
        return -1;
    }
    credentials->pid = peer.pid;
    credentials->uid = peer.uid;
    credentials->gid = peer.gid;
    return 0;
}

int clinux_peer_groups(int fd, gid_t *groups, size_t *count) {
    socklen_t size = (socklen_t)(*count * sizeof(gid_t));
    int result = getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size);
    *count = size / sizeof(gid_t);
    return result;
}

int clinux_peer_pidfd(int fd) {
    int pidfd = -1;
    socklen_t size = sizeof pidfd;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &size) < 0) {
        return -1;
    }
    return pidfd;
}

int clinux_unsent_bytes(int fd, int *bytes) {
    return ioctl(fd, SIOCOUTQ, bytes);
}

int clinux_set_send_timeout(int fd, int64_t nanoseconds) {
    struct timeval timeout = {.tv_sec = nanoseconds / 1000000000, .tv_usec = nanoseconds % 1000000000 / 1000};
    return setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
}

int clinux_set_send_buffer(int fd, int bytes) {
    return setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

int clinux_set_nonblocking(int fd, bool nonblocking) {
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0) {
        return -1;
    }
    return fcntl(fd, F_SETFL, nonblocking ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
}

union control_buffer {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(CLINUX_MAXIMUM_DESCRIPTORS * sizeof(int))];
};

ssize_t clinux_send(int fd, const void *bytes, size_t count, const int *fds, size_t fd_count) {
    union control_buffer control;
    struct iovec data = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    if (fd_count > CLINUX_MAXIMUM_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    if (fd_count > 0) {
        memset(&control, 0, CMSG_SPACE(fd_count * sizeof(int)));
        message.msg_control = &control;
        message.msg_controllen = CMSG_SPACE(fd_count * sizeof(int));
        struct cmsghdr *rights = CMSG_FIRSTHDR(&message);
        rights->cmsg_level = SOL_SOCKET;
        rights->cmsg_type = SCM_RIGHTS;
        rights->cmsg_len = CMSG_LEN(fd_count * sizeof(int));
        memcpy(CMSG_DATA(rights), fds, fd_count * sizeof(int));
    }
    return sendmsg(fd, &message, MSG_NOSIGNAL);
}

ssize_t clinux_receive(int fd, void *bytes, size_t count, int *fds, size_t *fd_count, bool *truncated) {
    union control_buffer control;
    struct iovec data = {.iov_base = bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    size_t capacity = *fd_count > CLINUX_MAXIMUM_DESCRIPTORS ? CLINUX_MAXIMUM_DESCRIPTORS : *fd_count;
    *fd_count = 0;
    *truncated = false;
    if (capacity > 0) {
        message.msg_control = &control;
        message.msg_controllen = CMSG_LEN(capacity * sizeof(int));
    }
    ssize_t result = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
    if (result < 0) {
        return result;
    }
    *truncated = (message.msg_flags & MSG_CTRUNC) != 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) {
            continue;
        }
        size_t received = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(fds + *fd_count, CMSG_DATA(part), received * sizeof(int));
        *fd_count += received;
    }
    return result;
}
