// A service for the tests to start as a service manager would: what a process is given by its environment and its
// descriptors cannot be tried inside the tests' own process.
import LinuxIO
import Systemd

/// SIGTERM of signal(7), the same number on every architecture.
let terminate: Int32 = 15
/// SIGUSR1 of signal(7).
let hang: Int32 = 10

switch CommandLine.arguments.dropFirst().first {
case "activation":
    var passed = try SocketActivation()
    while let descriptor = try passed.takeFirst() {
        print(descriptor.name, descriptor.kind)
    }
    print("left in the environment:", CurrentProcess.environment("LISTEN_FDS") ?? "nothing")
case "notify":
    print(
        ServiceManager.notifyReady(status: "two\nlines"), ServiceManager.notifyReloading(),
        ServiceManager.notifyStatus("busy"),
        ServiceManager.notifyProgress(status: "still busy", next: .seconds(90)),
        ServiceManager.notifyStopping(status: "ending", failure: 28))
case "serve":
    // Ready, then watched until it is told to end; told to hang, it waits for the end of its input.
    let loop = try EventLoop()
    let hanging = try SignalSource(loop, hang) {
        ServiceManager.notifyStatus("hanging")
        _ = readLine()
        ServiceManager.notifyStatus("going on")
    }
    let end = try SignalSource(loop, terminate) { _ = try? loop.exit(7) }
    let isWatched = try loop.enableWatchdog()
    ServiceManager.notifyReady(status: isWatched ? "watched" : "not watched")
    let code = try loop.run()
    withExtendedLifetime((end, hanging)) {}
    print("ended with", code)
case "journal":
    print(Journal.takesStandardError)
default:
    print("usage: systemd-probe activation|notify|serve|journal")
}
