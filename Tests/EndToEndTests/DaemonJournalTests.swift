import Glibc
import LinuxIO
import LocdDaemon
import LocdInterface
import TestSupport
import Testing

/// What the daemon writes into the journal, whose socket a test puts into the daemon's own view of the machine.
@Suite(.enabled(if: geteuid() == 0, "another view of the machine needs root")) struct DaemonJournalTests {
    /// Starts its arguments where the journal's directory is one of the scratch directory, and standard error leads
    /// there.
    private static let wrapper = #"""
        exec unshare --mount bash -ec '
            mkdir -p "$SCRATCH/journal"
            mount -t tmpfs locd-test /run
            mkdir -p /run/systemd/journal
            mount --bind "$SCRATCH/journal" /run/systemd/journal
            JOURNAL_STREAM=$(stat -L -c %d:%i /dev/stderr) exec "$@"' bash "$@"
        """#

    private let daemon: DaemonFixture
    private let journal: DatagramReceiver

    init() throws {
        daemon = try DaemonFixture(wrapper: Self.wrapper)
        journal = try DatagramReceiver(path: daemon.scratch.path("journal/socket"))
    }

    /// The fields of the next entry, which has to come.
    private func nextEntry() throws -> [String: String] {
        let fields = try journal.nextLines().map { line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return (parts[0], try #require(parts.last))
        }
        return Dictionary(fields) { $1 }
    }

    @Test func `until there is a journal, entries are lines on standard error`() {
        #expect(daemon.log.hasPrefix("<6>serving "))
    }

    @Test func `start, reload and end have their ids`() throws {
        try daemon.signal(SIGHUP)
        #expect(try nextEntry()["MESSAGE_ID"] == LogEvent.reloaded.rawValue)
        try daemon.stop()
        #expect(try nextEntry()["MESSAGE_ID"] == LogEvent.stopped.rawValue)
        try daemon.start()
        let started = try nextEntry()
        #expect(started["MESSAGE_ID"] == LogEvent.started.rawValue)
        #expect(started["SYSLOG_IDENTIFIER"] == "locd")
        #expect(started["PRIORITY"] == "6")
        #expect(!daemon.log.contains("reloaded"))
    }

    @Test func `a change says who set whose language, from what to what`() throws {
        try daemon.set("hi")
        let change = try nextEntry()
        #expect(
            change == [
                "MESSAGE": "language of the machine set from auto to hi by uid 0 (set)", "PRIORITY": "5",
                "SYSLOG_IDENTIFIER": "locd", "MESSAGE_ID": LogEvent.settingChanged.rawValue, "LOCD_UID": "0",
                "LOCD_SCOPE": "system", "LOCD_LANGUAGE": "hi", "LOCD_LANGUAGE_BEFORE": "auto", "LOCD_REGION": "",
                "LOCD_REASON": "set",
            ])
        let machine = try nextEntry()
        #expect(machine["MESSAGE_ID"] == LogEvent.machineLanguageChanged.rawValue)
        #expect(machine["LOCD_LANGUAGE"] == "hi en")
        #expect(machine["LOCD_LANGUAGE_BEFORE"] == "en")
        try daemon.call(
            LocaleInterface.Set.self, .init(languages: ["de"], scope: .application, application: "shop"))
        let application = try nextEntry()
        #expect(application["LOCD_APPLICATION"] == "shop")
        #expect(application["LOCD_SCOPE"] == "application")
        #expect(application["MESSAGE"] == "language of shop of uid 0 set from auto to de by uid 0 (set)")
    }

    @Test func `a fault in texts names file, line and domain`() throws {
        try daemon.write("{\"hello\": \"Hallo\",\n\"broken", toShipped: "kiosk/de.json")
        let entry = try nextEntry()
        #expect(entry["MESSAGE_ID"] == LogEvent.textsFaulty.rawValue)
        #expect(entry["LOCD_FILE"] == daemon.scratch.path("vendor/kiosk/de.json"))
        #expect(entry["LOCD_LINE"] == "2")
        #expect(entry["LOCD_DOMAIN"] == "kiosk")
    }

    @Test func `a journal that nobody reads holds nobody up, and the next entry says what it cost`() throws {
        let client = try daemon.connect()
        // Two entries each; more than the kernel keeps for a reader (net.unix.max_dgram_qlen).
        for round in 0..<1000 {
            let language = round % 2 == 0 ? "hi" : "de"
            let set = #"{"languages":["\#(language)"],"runtime":true}"#
            #expect(try client.call(LocaleInterface.Set.name, set).error == nil)
        }
        var waiting = 0
        while try journal.next(within: .zero) != nil { waiting += 1 }
        #expect(waiting < 2000)
        try daemon.set("ar")
        let notice = try nextEntry()
        #expect(notice["MESSAGE_ID"] == LogEvent.entriesDropped.rawValue)
        #expect(notice["MESSAGE"] == "\(2000 - waiting) log entries were dropped")
        #expect(try nextEntry()["LOCD_LANGUAGE"] == "ar")
    }
}
