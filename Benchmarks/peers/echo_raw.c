// The floor under every round trip: 120 bytes to a single-threaded epoll server on a Unix socket and back.
// Usage: echo_raw [CALLS]
#define _GNU_SOURCE
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "peer.h"

enum { size = 120 };

static void serve(int connection) {
    int epoll = must(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    struct epoll_event event = {.events = EPOLLIN, .data.fd = connection};
    must(epoll_ctl(epoll, EPOLL_CTL_ADD, connection, &event), "epoll_ctl");
    for (;;) {
        char buffer[4096];
        must(epoll_wait(epoll, &event, 1, -1), "epoll_wait");
        ssize_t n = read(connection, buffer, sizeof buffer);
        if (n <= 0) exit(0);
        if (write(connection, buffer, (size_t)n) != n) die("short write");
    }
}

int main(int argc, char **argv) {
    int calls = argument(argc, argv, 1, 20000), pair[2];
    must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), "socketpair");
    pid_t server = must(fork(), "fork");
    if (server == 0) {
        close(pair[0]);
        serve(pair[1]);
    }
    close(pair[1]);
    char message[size], answer[size];
    memset(message, 'x', size);
    double *samples = new_samples(calls);
    for (int i = 0; i < calls; i++) {
        double start = now_ns();
        if (write(pair[0], message, size) != size || read(pair[0], answer, size) != size) die("the echo failed");
        samples[i] = now_ns() - start;
    }
    close(pair[0]);
    waitpid(server, NULL, 0);
    report("roundtrip-raw", samples, calls, "us", 1e3, size);
    return 0;
}
