#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U // Linux 6.3
#endif

const int CLINUX_O_TMPFILE = O_TMPFILE;

int clinux_openat2(int directory, const char *path, uint64_t flags, uint64_t mode, uint64_t resolve) {
    struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

int clinux_openat(int directory, const char *path, int flags, mode_t mode) {
    return openat(directory, path, flags, mode);
}

// AT_EMPTY_PATH would need CAP_DAC_READ_SEARCH; the link in /proc needs nothing (open(2), O_TMPFILE).
int clinux_link_unnamed(int fd, int directory, const char *name) {
    char source[32];
    snprintf(source, sizeof source, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, source, directory, name, AT_SYMLINK_FOLLOW);
}

int clinux_duplicate(int fd) {
    return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

int clinux_memfd(const char *name) {
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
    if (fd < 0 && errno == EINVAL) {
        fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    }
    return fd;
}

int clinux_add_seals(int fd, int seals) {
    return fcntl(fd, F_ADD_SEALS, seals);
}

int clinux_get_seals(int fd) {
    return fcntl(fd, F_GET_SEALS);
}

int clinux_pipe(int fds[2]) {
    return pipe2(fds, O_CLOEXEC);
}
