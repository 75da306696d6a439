import LinuxIO
import LocdDaemon
import Systemd

/// Tells when files that the daemon reads change.
///
/// Changes are collected for a fifth of a second, so that a copy of many files is one look at them. A directory that is
/// not there yet is waited for in the nearest one above it that is.
final class DirectoryWatcher {
    /// What the files of a directory are.
    enum Topic: Hashable, CaseIterable {
        case texts, configuration, settings, machine
    }

    private static let delay = Duration.milliseconds(200)

    private let inotify: Inotify
    private let log: any DaemonLog
    private let onChange: (Set<Topic>) -> Void
    private var source: IOSource?
    private var timer: TimerSource?
    private var paths: [Topic: [String]] = [:]
    private var watches: [Inotify.Watch: Set<Topic>] = [:]
    private var changed: Set<Topic> = []

    init(_ loop: EventLoop, log: any DaemonLog, onChange: @escaping (Set<Topic>) -> Void) throws(SystemError) {
        inotify = try Inotify()
        self.log = log
        self.onChange = onChange
        timer = try TimerSource(loop) { [unowned self] in tell() }
        source = try IOSource(loop, inotify.descriptor, for: .readable) { [unowned self] _ in read() }
    }

    /// Watches these directories for a topic, instead of those before.
    func watch(_ paths: [String], for topic: Topic) {
        self.paths[topic] = paths
        renew()
    }

    /// Watches what is there now. Watches that go on keep their events.
    private func renew() {
        var wanted: [Inotify.Watch: Set<Topic>] = [:]
        for (topic, paths) in paths {
            for path in paths {
                if let watch = nearestWatch(path) { wanted[watch, default: []].insert(topic) }
            }
        }
        for watch in watches.keys where wanted[watch] == nil { inotify.remove(watch) }
        watches = wanted
    }

    /// Watches a directory, or the nearest one above it that exists.
    private func nearestWatch(_ path: String) -> Inotify.Watch? {
        var path = path
        while true {
            do throws(SystemError) {
                return try inotify.watch(path: path.isEmpty ? "/" : path)
            } catch {
                guard error.isMissing || error.isNotDirectory, let slash = path.lastIndex(of: "/") else {
                    log.log(.warning, "changes in \(path) will not be noticed: \(error.description)")
                    return nil
                }
                path = String(path[..<slash])
            }
        }
    }

    private func read() {
        do throws(SystemError) {
            let batch = try inotify.read()
            for event in batch.events { changed.formUnion(watches[event.watch] ?? []) }
            if batch.overflowed { changed.formUnion(Topic.allCases) }
            if !changed.isEmpty { try timer?.set(to: BoottimeClock.now.advanced(by: Self.delay)) }
        } catch {
            log.log(.error, "changes of files cannot be followed: \(error.description)")
            source = nil
        }
    }

    private func tell() {
        let topics = changed
        changed = []
        renew()
        onChange(topics)
    }
}
