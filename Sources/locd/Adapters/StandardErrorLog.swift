import LinuxIO
import LocdDaemon

/// Entries as lines on standard error, with priorities as sd-daemon(3) wants them unless a person reads along.
struct StandardErrorLog: LogSink {
    private let showsPriorities = !StandardStream.error.isTerminal

    /// A line that standard error does not take at once is lost.
    func take(_ entry: LogEntry) -> Bool {
        let prefix = showsPriorities ? "<\(entry.priority.rawValue)>" : ""
        return StandardStream.error.writeWithoutWaiting(Array("\(prefix)\(entry.line)\n".utf8))
    }
}
