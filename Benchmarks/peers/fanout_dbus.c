// A D-Bus signal to many subscribers: one process holds all sd-bus connections, another emits, dbus-daemon copies.
// Measured from the order to emit until the last subscriber has handled the signal.
// Usage: DBUS_SESSION_BUS_ADDRESS=… fanout_dbus [SUBSCRIBERS [ROUNDS [PAYLOAD]]]; the signal carries PAYLOAD bytes.
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#include "peer.h"

static const int timeout_ms = 10000;
static int received;

static int count_signal(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)message, (void)data, (void)error;
    received++;
    return 0;
}

static void emit_on_order(int orders, int payload) {
    char *text = malloc((size_t)payload + 1), order;
    if (text == NULL) die("no memory for the payload");
    memset(text, 'x', (size_t)payload);
    text[payload] = '\0';
    sd_bus *bus;
    must(sd_bus_open_user(&bus), "sd_bus_open_user");
    must((int)write(orders, "r", 1), "write");
    while (read(orders, &order, 1) == 1) {
        must(sd_bus_emit_signal(bus, "/peer", "org.locd.Peer", "Changed", "s", text), "sd_bus_emit_signal");
        must(sd_bus_flush(bus), "sd_bus_flush");
    }
    exit(0);
}

static void drain(sd_bus *bus) {
    while (must(sd_bus_process(bus, NULL), "sd_bus_process") > 0) {}
}

static sd_bus *subscribe(int epoll) {
    sd_bus *bus;
    must(sd_bus_open_user(&bus), "sd_bus_open_user");
    must(sd_bus_match_signal(bus, NULL, NULL, "/peer", "org.locd.Peer", "Changed", count_signal, NULL),
         "sd_bus_match_signal");
    drain(bus);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = bus};
    must(epoll_ctl(epoll, EPOLL_CTL_ADD, sd_bus_get_fd(bus), &event), "epoll_ctl");
    return bus;
}

int main(int argc, char **argv) {
    int subscribers = argument(argc, argv, 1, 1000), rounds = argument(argc, argv, 2, 20);
    int payload = argument(argc, argv, 3, 600), pair[2];
    raise_descriptor_limit();
    must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), "socketpair");
    pid_t emitter = must(fork(), "fork");
    if (emitter == 0) {
        close(pair[0]);
        emit_on_order(pair[1], payload);
    }
    close(pair[1]);
    char ready;
    if (read(pair[0], &ready, 1) != 1) die("the emitting process ended");

    int epoll = must(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    for (int i = 0; i < subscribers; i++) subscribe(epoll);
    double *samples = new_samples(rounds);
    for (int round = 0; round < rounds; round++) {
        received = 0;
        double start = now_ns();
        must((int)write(pair[0], "g", 1), "write");
        while (received < subscribers) {
            struct epoll_event events[256];
            int n = must(epoll_wait(epoll, events, 256, timeout_ms), "epoll_wait");
            if (n == 0) die("only %d of %d subscribers heard the signal", received, subscribers);
            for (int i = 0; i < n; i++) drain(events[i].data.ptr);
        }
        samples[round] = now_ns() - start;
    }
    close(pair[0]);
    waitpid(emitter, NULL, 0);
    report("fanout-dbus", samples, rounds, "us", 1e3, payload);
    return 0;
}
