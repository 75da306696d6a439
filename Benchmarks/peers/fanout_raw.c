// The floor under every fan-out: one process writes a message to many Unix sockets, another holds the other ends in one
// epoll. Measured from the order to write until the last end has been read.
// Usage: fanout_raw [SUBSCRIBERS [ROUNDS [PAYLOAD]]]
#define _GNU_SOURCE
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "peer.h"

static void write_on_order(int orders, const int *ends, int count, int payload) {
    char *message = malloc((size_t)payload), order;
    if (message == NULL) die("no memory for the payload");
    memset(message, 'x', (size_t)payload);
    while (read(orders, &order, 1) == 1)
        for (int i = 0; i < count; i++)
            if (write(ends[i], message, (size_t)payload) != payload) die("short write");
    exit(0);
}

int main(int argc, char **argv) {
    int subscribers = argument(argc, argv, 1, 1000), rounds = argument(argc, argv, 2, 50);
    int payload = argument(argc, argv, 3, 600), orders[2];
    raise_descriptor_limit();
    must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, orders), "socketpair");
    int *ends = calloc((size_t)subscribers, sizeof *ends), epoll = must(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    if (ends == NULL) die("no memory for %d subscribers", subscribers);
    for (int i = 0; i < subscribers; i++) {
        int pair[2];
        must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), "socketpair");
        ends[i] = pair[0];
        struct epoll_event event = {.events = EPOLLIN, .data.fd = pair[1]};
        must(epoll_ctl(epoll, EPOLL_CTL_ADD, pair[1], &event), "epoll_ctl");
    }
    pid_t writer = must(fork(), "fork");
    if (writer == 0) {
        close(orders[0]);
        write_on_order(orders[1], ends, subscribers, payload);
    }
    close(orders[1]);

    double *samples = new_samples(rounds);
    char *buffer = malloc((size_t)payload);
    if (buffer == NULL) die("no memory for the payload");
    for (int round = 0; round < rounds; round++) {
        double start = now_ns();
        must((int)write(orders[0], "g", 1), "write");
        for (int received = 0; received < subscribers;) {
            struct epoll_event events[256];
            int n = must(epoll_wait(epoll, events, 256, -1), "epoll_wait");
            for (int i = 0; i < n; i++) {
                if (read(events[i].data.fd, buffer, (size_t)payload) != payload) die("short read");
                received++;
            }
        }
        samples[round] = now_ns() - start;
    }
    close(orders[0]);
    waitpid(writer, NULL, 0);
    report("fanout-raw", samples, rounds, "us", 1e3, payload);
    return 0;
}
