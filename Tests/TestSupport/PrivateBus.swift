import LinuxIO

/// A message bus of a test's own: a real `dbus-daemon`, which allows everybody everything.
///
/// It can be stopped, ended and started again at the same address. Ends with this object.
package final class PrivateBus {
    private let scratch: ScratchDirectory
    private var daemon: ChildProcess?

    /// Where it listens, in the form that `DBUS_SYSTEM_BUS_ADDRESS` has.
    package let address: String

    /// The socket's path.
    package var path: String { scratch.path("bus") }

    /// Not started yet.
    package init() throws {
        scratch = try ScratchDirectory()
        address = "unix:path=\(scratch.path("bus"))"
        // Everybody comes as far as the socket.
        try scratch.setMode(".", 0o711)
        try scratch.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>system</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow user="*"/><allow own="*"/>
                <allow send_destination="*"/><allow send_type="signal"/>
                <allow receive_sender="*"/>
              </policy>
            </busconfig>
            """, to: "bus.conf")
    }

    /// Starts it, and returns when it listens.
    package func start() throws {
        let pipe = try Pipe()
        let reader = pipe.reader
        let writer = pipe.writer
        var configuration = ChildProcess.Configuration(
            executable: "/usr/bin/dbus-daemon",
            arguments: [
                "dbus-daemon", "--config-file=\(scratch.path("bus.conf"))", "--nofork", "--nopidfile", "--nosyslog",
                "--print-address=1",
            ])
        configuration.descriptors = [ChildProcess.Placement(writer.rawValue, at: 1)]
        daemon = try ChildProcess(configuration)
        close(writer)
        guard try reader.wait(for: .readable, timeout: .seconds(20)) else {
            throw TestFailure("dbus-daemon does not start")
        }
        var buffer = [UInt8](repeating: 0, count: 512)
        guard let count = try reader.read(into: &buffer, detail: "dbus-daemon"), count > 0 else {
            throw TestFailure("dbus-daemon ended")
        }
    }

    /// Ends it at once, as a crash would; its socket's name stays, as after a crash.
    package func end() throws {
        try daemon?.signal(9)
        _ = try daemon?.wait()
        daemon = nil
    }

    /// Has it do nothing until `resume`.
    package func stop() throws { try daemon?.signal(19) }

    /// Has it go on.
    package func resume() throws { try daemon?.signal(18) }
}
