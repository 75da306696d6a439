import LinuxIO
import Systemd

/// Tells the service manager which file is being built, so that a first start with many texts is not taken for one that
/// hangs. One look at the texts has one; nothing is told where nothing has to be built.
final class BuildReport: Sendable {
    private struct Progress {
        var count = 0
        /// When the manager was told last.
        var told: BoottimeInstant?
    }

    private static let interval = Duration.seconds(1)
    /// What a step may take beyond its build: reading, hashing and storing.
    private static let slack = Duration.seconds(60)

    private let progress = Lock(Progress())

    /// A file's build begins, which may take this long. The manager is told once a second at most.
    func building(_ file: String, patience: Duration) {
        let now = BoottimeClock.now
        let count: Int? = progress.withLock { progress in
            progress.count += 1
            if let told = progress.told, told.duration(to: now) < Self.interval { return nil }
            progress.told = now
            return progress.count
        }
        guard let count else { return }
        ServiceManager.notifyProgress(
            status: "building texts: file \(count), \(file)", next: patience + Self.slack + Self.interval)
    }
}
