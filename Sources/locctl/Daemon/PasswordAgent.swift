import LinuxIO

/// polkit's agent that asks for a password on this terminal: pkttyagent(1).
///
/// Where the session has an agent of its own, a window on the desktop for example, that one asks (`--fallback`). The
/// agent asks for its parent process, so it has to be this process's own child.
final class PasswordAgent {
    private static let path = "/usr/bin/pkttyagent"
    /// How long it may take to be known to polkit, and to end.
    private static let patience = Duration.seconds(5)
    /// What it needs of the environment: how to show its question, and where the bus is.
    private static let variables = [
        "DBUS_SYSTEM_BUS_ADDRESS", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TERM",
    ]
    /// SIGTERM of signal(7): it sets the terminal right before it ends.
    private static let termination: Int32 = 15

    private let child: ChildProcess

    private init(_ child: consuming ChildProcess) {
        self.child = child
    }

    /// Starts it, and waits until it is known to polkit. Nil where it is not installed or does not start: then polkit
    /// has nobody to ask with, and says no.
    static func start(environment: (String) -> String?) -> PasswordAgent? {
        do throws(SystemError) {
            let pipe = try Pipe()
            let notification = pipe.reader
            let writer = pipe.writer
            var configuration = ChildProcess.Configuration(
                executable: path, arguments: ["pkttyagent", "--notify-fd=3", "--fallback"])
            configuration.descriptors = [.init(writer.rawValue, at: 3)]
            configuration.endsWithParent = true
            for name in variables { configuration.environment[name] = environment(name) }
            let child = try ChildProcess(configuration)
            close(writer)
            // It closes its end when it is registered, or by ending.
            _ = try notification.wait(for: .readable, timeout: patience)
            return PasswordAgent(child)
        } catch {
            return nil
        }
    }

    /// Ends it; one that does not end by itself is killed.
    func end() {
        do throws(SystemError) {
            try child.signal(Self.termination)
            _ = try child.descriptor.wait(for: .readable, timeout: Self.patience)
        } catch {
            // It is killed then.
        }
    }

    private static func close(_ descriptor: consuming FileDescriptor) {}
}
