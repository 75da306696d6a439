// A method call through dbus-daemon and back, with sd-bus at both ends: the call is empty, the answer a language tag.
// Usage: DBUS_SESSION_BUS_ADDRESS=… roundtrip_dbus [CALLS]
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#include "peer.h"

static int get(sd_bus_message *call, void *data, sd_bus_error *error) {
    (void)data, (void)error;
    return sd_bus_reply_method_return(call, "s", "hi-IN");
}

static const sd_bus_vtable interface[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Get", "", "s", get, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static void serve(int ready) {
    sd_bus *bus;
    must(sd_bus_open_user(&bus), "sd_bus_open_user");
    must(sd_bus_add_object_vtable(bus, NULL, "/peer", "org.locd.Peer", interface, NULL), "sd_bus_add_object_vtable");
    must(sd_bus_request_name(bus, "org.locd.Peer", 0), "sd_bus_request_name");
    must((int)write(ready, "r", 1), "write");
    for (;;)
        if (must(sd_bus_process(bus, NULL), "sd_bus_process") == 0) must(sd_bus_wait(bus, UINT64_MAX), "sd_bus_wait");
}

int main(int argc, char **argv) {
    int calls = argument(argc, argv, 1, 10000), pair[2];
    must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), "socketpair");
    pid_t server = must(fork(), "fork");
    if (server == 0) {
        close(pair[0]);
        serve(pair[1]);
    }
    close(pair[1]);
    char ready;
    if (read(pair[0], &ready, 1) != 1) die("the serving process ended");

    sd_bus *bus;
    must(sd_bus_open_user(&bus), "sd_bus_open_user");
    double *samples = new_samples(calls);
    for (int i = 0; i < calls; i++) {
        double start = now_ns();
        sd_bus_message *answer = NULL;
        const char *tag;
        must(sd_bus_call_method(bus, "org.locd.Peer", "/peer", "org.locd.Peer", "Get", NULL, &answer, ""), "Get");
        must(sd_bus_message_read(answer, "s", &tag), "sd_bus_message_read");
        sd_bus_message_unref(answer);
        samples[i] = now_ns() - start;
    }
    sd_bus_flush_close_unref(bus);
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
    report("roundtrip-dbus", samples, calls, "us", 1e3, (int)sizeof "hi-IN" - 1);
    return 0;
}
