import LinuxIO
import LocdDaemon
import Systemd

/// Tells when files that the daemon reads change.
///
/// Changes are collected until there has been none for a fifth of a second, so that a copy of many files is one look at
/// them, but for two seconds at most, so that a directory in which something always happens hides none. A directory that
/// is not there yet is waited for in the nearest one above it that is.
///
/// Whoever watches has looked before, so a directory that is watched anew counts as changed: something may have come
/// between the look and the watch.
///
/// Files on their way to their names are no changes: what the daemon tries to write in vain must not make it try again.
final class DirectoryWatcher {
    /// What the files of a directory are.
    enum Topic: Hashable, CaseIterable {
        case texts, configuration, settings, machine
        /// Catalogs that were built, where only the loss of any matters: all else is the daemon's own doing.
        case cache
    }

    private static let delay = Duration.milliseconds(200)
    private static let longestDelay = Duration.seconds(2)

    private let inotify: Inotify
    private let log: any DaemonLog
    private let onChange: (Set<Topic>) -> Void
    private var source: IOSource?
    private var timer: TimerSource?
    private var paths: [Topic: [String]] = [:]
    private var watches: [Inotify.Watch: Set<Topic>] = [:]
    private var changed: Set<Topic> = []
    /// When what has changed is told at the latest; nil while nothing has.
    private var lastMoment: BoottimeInstant?

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
        note(renew())
    }

    /// Watches what is there now, and gives the topics of directories that were not watched before. Watches that go on
    /// keep their events.
    private func renew() -> Set<Topic> {
        var wanted: [Inotify.Watch: Set<Topic>] = [:]
        for (topic, paths) in paths {
            for path in paths {
                if let watch = nearestWatch(path) { wanted[watch, default: []].insert(topic) }
            }
        }
        for watch in watches.keys where wanted[watch] == nil { inotify.remove(watch) }
        defer { watches = wanted }
        return wanted.reduce(into: []) { added, entry in
            added.formUnion(entry.value.subtracting(watches[entry.key] ?? []))
        }
    }

    /// Watches a directory, or the nearest one above it that exists.
    private func nearestWatch(_ path: String) -> Inotify.Watch? {
        var path = path
        while true {
            do throws(SystemError) {
                return try inotify.watch(path: path.isEmpty ? "/" : path)
            } catch {
                guard error.isMissing || error.isNotDirectory, let slash = path.lastIndex(of: "/") else {
                    log.log(
                        .warning, "changes in \(path) will not be noticed: \(error.description)",
                        event: .filesNotFollowed, fields: [.file: path])
                    return nil
                }
                path = String(path[..<slash])
            }
        }
    }

    private func read() {
        do throws(SystemError) {
            let batch = try inotify.read()
            var topics: Set<Topic> = []
            for event in batch.events {
                topics.formUnion((watches[event.watch] ?? []).filter { Self.concerns($0, event) })
            }
            if batch.overflowed { topics.formUnion(Topic.allCases) }
            note(topics)
        } catch {
            giveUp(error)
        }
    }

    private static func concerns(_ topic: Topic, _ event: Inotify.Event) -> Bool {
        if event.name?.hasPrefix(DurableFile.temporaryPrefix) ?? false { return false }
        return topic != .cache || event.change == .vanished || event.change == .ended
    }

    /// Has topics told soon.
    private func note(_ topics: Set<Topic>) {
        guard !topics.isEmpty else { return }
        changed.formUnion(topics)
        let now = BoottimeClock.now
        let lastMoment = lastMoment ?? now.advanced(by: Self.longestDelay)
        self.lastMoment = lastMoment
        do throws(SystemError) {
            try timer?.set(to: min(now.advanced(by: Self.delay), lastMoment))
        } catch {
            giveUp(error)
        }
    }

    private func giveUp(_ error: SystemError) {
        log.log(.error, "changes of files cannot be followed: \(error.description)", event: .filesNotFollowed)
        source = nil
    }

    private func tell() {
        // Watched before looked at, so what is watched anew need not be looked at twice.
        let topics = changed.union(renew())
        changed = []
        lastMoment = nil
        onChange(topics)
    }
}
