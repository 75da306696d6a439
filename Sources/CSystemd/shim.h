#pragma once
#include <stdlib.h>
#include <sys/socket.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>

/// Whether a descriptor is a Unix stream socket that listens (`listening` 1) or does not (0); see sd_is_socket_unix(3).
static inline int csystemd_is_unix_stream(int fd, int listening) {
    return sd_is_socket_unix(fd, SOCK_STREAM, listening, NULL, 0);
}

/// Frees a NULL-ended array of strings and the strings, as sd-daemon(3) gives them.
static inline void csystemd_free_strings(char **strings) {
    for (char **string = strings; string && *string; string++) {
        free(*string);
    }
    free(strings);
}
