import Glibc
import LinuxIO
import TestSupport
import Testing

/// A real `locd` with a directory of its own for everything it reads and writes.
final class DaemonFixture {
    let scratch: ScratchDirectory
    /// The daemon's socket.
    let address: String
    private let layout: Layout
    /// Variables of the daemon's environment beside the usual ones.
    private let variables: [String: String]
    /// A script for bash that starts the daemon, its arguments.
    private let wrapper: String
    /// What the daemon tells its service manager (sd_notify(3)), after `READY=1`.
    private(set) var notifications: DatagramReceiver?
    private var child: RunningProgram?

    /// Where in the scratch directory the daemon finds what it was given, and whom it runs as.
    private struct Layout {
        var configuration = "locd.conf"
        var vendor = "vendor"
        var state = "state"
        /// Nil for the tests' own user; another one only root can play.
        var user: FileOwner?
    }

    /// Starts the daemon and waits until it says that it is ready.
    ///
    /// - Parameters:
    ///   - texts: Files below the directory of shipped texts, such as `kiosk/hi.json`, and what they hold.
    ///   - configuration: What `locd.conf` holds.
    ///   - bus: The system's bus; there is none otherwise.
    ///   - variables: What its environment holds beside the usual.
    ///   - wrapper: A script for bash that starts the daemon, its arguments; it gets the scratch directory as `SCRATCH`.
    init(
        texts: [String: String] = DaemonFixture.kiosk, configuration: String = "", bus: PrivateBus? = nil,
        variables: [String: String] = [:], wrapper: String = #"exec "$@""#
    ) throws {
        self.wrapper = wrapper
        scratch = try ScratchDirectory()
        address = scratch.path("run/org.locd")
        layout = Layout()
        self.variables = bus.map { ["DBUS_SYSTEM_BUS_ADDRESS": $0.address].merging(variables) { $1 } } ?? variables
        for directory in ["run", "cache", "vendor"] { try scratch.makeDirectory(directory) }
        try scratch.makeDirectory("state", mode: 0o700)
        try scratch.write(configuration, to: "locd.conf")
        for (file, text) in texts { try write(text, toShipped: file) }
        try start()
    }

    /// Starts the daemon of a system image: on its configuration, its texts and its state, as a user of its own.
    ///
    /// - Parameters:
    ///   - image: The image's root in the scratch directory.
    ///   - user: Whom it runs as; nil for the tests' own user.
    init(image: String, in scratch: ScratchDirectory, user: FileOwner?) throws {
        self.scratch = scratch
        address = scratch.path("run/org.locd")
        layout = Layout(
            configuration: "\(image)/etc/locd/locd.conf", vendor: "\(image)/usr/share/locd/domains",
            state: "\(image)/var/lib/locd", user: user)
        variables = [:]
        wrapper = #"exec "$@""#
        for directory in ["run", "cache"] {
            try scratch.makeDirectory(directory)
            if let user { try scratch.setOwner(directory, user.uid) }
        }
        try scratch.setMode(".", 0o755)
        try start()
    }

    deinit {
        child?.end()
        Attachment.record(log, named: "locd.log")
    }

    /// What the daemon has logged so far.
    var log: String { (try? scratch.read("log")) ?? "" }

    /// The texts of a domain `kiosk`: complete in English, in part in Hindi, German and Arabic.
    static let kiosk = [
        "kiosk/en.json": """
        {"hello": "Hello", "files.left": "%d files left", "greeting": "Hello {name}", "price": "[p] euros",
         "only.english": "Only here", "ratio": "%@ of 1"}
        """,
        "kiosk/hi.json": #"{"hello": "नमस्ते", "files.left": "%d फ़ाइलें बची हैं"}"#,
        "kiosk/de.json": #"{"hello": "Guten Tag", "greeting": "Guten Tag {name}"}"#,
        "kiosk/ar.json": #"{"hello": "مرحبا"}"#,
    ]

    /// Writes a file of shipped texts, in place of what was there.
    func write(_ text: String, toShipped file: String) throws {
        let directory = file.split(separator: "/").dropLast().joined(separator: "/")
        try scratch.makeDirectory("vendor/\(directory)")
        try scratch.write(text, to: "vendor/\(file)")
    }

    // MARK: The daemon's life

    /// Starts the daemon again with what it has stored.
    func start() throws {
        let notifications = try DatagramReceiver(path: scratch.path("run/notify"))
        self.notifications = notifications
        let environment = [
            "NOTIFY_SOCKET": notifications.path, "LANG": "C", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
            "SCRATCH": scratch.path,
        ].merging(variables) { $1 }
        let child = try RunningProgram(
            command(arguments(address: address)), environment: environment, log: scratch.path("log"))
        self.child = child
        let isReady = try notifications.waitForReady(of: child)
        try #require(isReady, "locd did not become ready: \(log)")
    }

    private func command(_ arguments: [String]) -> Command {
        guard let user = layout.user else { return Command.shell(wrapper, [Program.locd.path] + arguments) }
        return Command(executable: Program.locd.path, arguments: [Program.locd.rawValue] + arguments).asUser(user)
    }

    /// What a daemon is given that has this fixture's directories and is to listen at this address.
    func arguments(address: String) -> [String] {
        [
            "--address", address, "--config", scratch.path(layout.configuration), "--vendor",
            scratch.path(layout.vendor), "--state", scratch.path(layout.state), "--cache", scratch.path("cache"),
        ]
    }

    /// Sends the daemon a signal.
    func signal(_ number: Int32) throws {
        try #require(child).signal(number)
    }

    /// Ends the daemon as a service manager would, and waits for its end.
    func stop() throws {
        let child = try #require(child)
        #expect(try child.end(with: SIGTERM) == .exited(0), "\(log)")
        self.child = nil
    }

    /// Kills the daemon.
    func kill() throws {
        let child = try #require(child)
        _ = try child.end(with: SIGKILL)
        self.child = nil
    }

    // MARK: The tool

    /// Runs `locctl` against the daemon, to its end.
    @discardableResult
    func locctl(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Result {
        try Program.locctl.run(arguments, environment: self.environment.merging(environment) { $1 }, in: scratch)
    }

    /// Starts `locctl` against the daemon; it goes on beside the test.
    func startLocctl(_ arguments: String...) throws -> RunningProgram {
        try RunningProgram(.locctl, arguments, environment: environment, log: scratch.path("locctl.log"))
    }

    /// What tells programs where the daemon is.
    var environment: [String: String] { ["LOCD_ADDRESS": address] }
}
