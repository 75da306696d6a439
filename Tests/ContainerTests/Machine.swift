import Glibc
import LinuxIO
import TestSupport
import Testing

/// All tests that need a systemd as PID 1; one machine runs at a time.
@Suite(.serialized, .enabled(if: Machine.isAvailable, "scripts/setup-container says why there is no container"))
enum ContainerTests {}

/// A machine of its own for one test: Debian 12 in systemd-nspawn(1), booted by systemd, with locd installed as
/// `make install` does it and enabled by its preset. What it writes is gone with it.
///
/// Its file system is reached through `/proc/LEADER/root`, its network is a loopback, and it has two users, `alice` (1001)
/// and `bob` (1002).
final class Machine {
    /// Who runs a command.
    enum User: String {
        case root, alice, bob
    }

    private static let patience = Duration.seconds(60)
    private static let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    private static let image = "\(repository)/.build/container/root"
    private static let isDemanded = CurrentProcess.environment("CI") == "true"

    /// Whether machines can be had here. Continuous integration does without none.
    static let isAvailable: Bool = {
        let stamp = try? FileContents(
            ofPath: "\(repository)/.build/container/complete", limit: 4096, followingLinks: false)
        return geteuid() == 0 && stamp != nil || isDemanded
    }()

    let scratch: ScratchDirectory
    private let container: RunningProgram
    /// The machine's PID 1, as it is known out here.
    private let leader: Int32

    /// Boots a machine, and waits until all that is enabled has started.
    ///
    /// - Parameter directories: directories out here by where they are in the machine; what is written there stays.
    init(directories: [String: String] = [:]) throws {
        scratch = try ScratchDirectory()
        let root = try Self.installed.get()
        let notifications = try DatagramReceiver(path: scratch.path("notify"))
        let command = Command(
            executable: "/usr/bin/setsid",
            arguments: [
                "setsid", "systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network",
                "--console=pipe", "--volatile=overlay", "--notify-ready=yes", "--machine=locd-test",
                "--directory=\(root)", "--bind-ro=\(Self.runtime)",
            ] + directories.map { "--bind=\($0.value):\($0.key)" } + ["--boot"])
        container = try RunningProgram(
            command, environment: ["NOTIFY_SOCKET": notifications.path], log: scratch.path("console"))
        guard try notifications.waitForReady(of: container), let leader = try container.children().first else {
            throw TestFailure("the container did not boot: \(try scratch.read("console"))")
        }
        self.leader = leader
    }

    deinit {
        let journal = try? run("journalctl --boot --no-pager --output=short-precise | tail -n 400")
        Attachment.record(journal?.output ?? "no journal", named: "journal.log")
        // What does not power off in time is killed with all that runs in it.
        _ = try? run("systemctl --no-block poweroff")
        if (try? container.waitForEnd()) == nil { container.end() }
    }

    // MARK: Commands

    /// Runs a shell script in the machine to its end.
    @discardableResult
    func run(_ script: String, as user: User = .root, patience: Duration = Machine.patience) throws -> Command.Result {
        try command(script, as: user).run(in: scratch, patience: patience)
    }

    /// Starts a shell script in the machine; it goes on beside the test.
    func start(_ script: String, as user: User = .root) throws -> RunningProgram {
        try RunningProgram(command(script, as: user), log: scratch.path("commands"))
    }

    private func command(_ script: String, as user: User) -> Command {
        // Nothing of the tests' environment, and no more of it than a service gets.
        let environment = ["env", "--ignore-environment", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
        let identity = user == .root ? [] : ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--init-groups"]
        return Command(
            executable: "/usr/bin/nsenter",
            arguments: ["nsenter", "--target=\(leader)", "--all", "--wdns=/"] + environment + identity
                + ["sh", "-c", script])
    }

    /// Runs a command until it prints something that is right; false when that takes too long.
    func wait(for script: String, as user: User = .root, until isRight: (String) throws -> Bool) throws -> Bool {
        let deadline = BoottimeClock.now.advanced(by: Self.patience)
        while BoottimeClock.now < deadline {
            if try isRight(run(script, as: user).output.trimmed) { return true }
        }
        return false
    }

    /// The process of the daemon, as it is known in the machine.
    func daemonProcess() throws -> Int32 {
        try Int32(run("systemctl show --property=MainPID --value locd.service").output.trimmed) ?? 0
    }

    // MARK: Files

    /// Writes a file of the machine (0644), and the directories on the way.
    func write(_ text: String, to path: String) throws {
        try scratch.write(text, to: "file")
        let command = Command.shell(
            #"install -D -m 0644 "$1" "$2""#, [scratch.path("file"), "/proc/\(leader)/root\(path)"])
        let result = try command.run(in: scratch)
        guard result.status == 0 else { throw TestFailure("\(path) was not written: \(result)") }
    }

    // MARK: Installation

    /// Where the Swift runtime is that the programs were built with: as they, the machine finds it there.
    private static let runtime: String = {
        let maps = try? FileContents(ofPath: "/proc/self/maps", limit: 1 << 24, followingLinks: true)
        let line = String(decoding: maps?.bytes ?? [], as: UTF8.self).split(separator: "\n")
            .first { $0.hasSuffix("/libswiftCore.so") }
        let path = line.flatMap { line in line.firstIndex(of: "/").map { line[$0...] } } ?? ""
        return path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }()

    /// The image with the programs that were built with these tests, made once.
    private static let installed = Result { () throws -> String in
        let scratch = try ScratchDirectory()
        let target = "\(repository)/.build/container/installed"
        let programs = try builtProduct("locd").split(separator: "/").dropLast().map { "/" + $0 }.joined()
        // Files are shared with the image by hard links, and replaced rather than written.
        let script = """
            set -e
            rm -rf "$2" && cp -al "$1" "$2"
            DESTDIR="$2" PREFIX=/usr PROGRAMS="$3" "$4/scripts/install"
            install -m 0755 "$3/container-crowd" "$2/usr/bin/"
            mkdir -p "$2$5" "$2/usr/share/locd/domains/kiosk"
            cd "$2/usr/share/locd/domains/kiosk"
            echo '{"hello": "Hello", "only.english": "Only here"}' >en.json
            echo '{"hello": "नमस्ते"}' >hi.json
            echo '{"hello": "Guten Tag"}' >de.json
            systemctl --root="$2" preset locd.socket locd.service
            """
        let result = try Command.shell(script, [image, target, programs, repository, runtime]).run(
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], in: scratch, patience: patience)
        guard result.status == 0 else { throw TestFailure("locd was not installed: \(result)") }
        return target
    }
}

extension String {
    /// Without what blanks and line feeds it ends and begins with.
    var trimmed: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0.isNewline }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
