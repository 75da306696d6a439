internal import LinuxIO
internal import Synchronization

/// What a lookup reads to learn, without a lock or a system call, whether there may be news.
///
/// The daemon raises a word in shared memory after each change that this user can see, when the news is already in the
/// subscribers' sockets. As long as the word is the one that was there when the socket was last found empty, there is
/// nothing to do. Otherwise a lookup takes one look at the socket, at most once in `interval`.
final class Pulse: Sendable {
    /// How often lookups look at the socket, at most.
    static let interval = Duration.milliseconds(10)
    /// No word ever has this value: generations are far from it.
    private static let never = UInt64.max

    /// The word in shared memory; nil when there is none. Those that were once here are kept: another thread may be
    /// reading one.
    private let word = AtomicImmortal<SharedWord.Reader>()
    /// The word's value at which the socket was found empty.
    private let settled = Atomic<UInt64>(Pulse.never)
    /// When lookups may look next, in nanoseconds on the boot-time clock.
    private let due = Atomic<UInt64>(0)

    /// Counts the states shown.
    private let states = Atomic<UInt64>(0)

    /// Whether there is certainly no news.
    @inline(__always)
    var isSettled: Bool {
        guard let word = word.load() else { return false }
        return word.lend { $0.load() } == settled.load(ordering: .relaxed)
    }

    /// Whether it is time for another look.
    var isDue: Bool {
        BoottimeClock.now.nanoseconds >= due.load(ordering: .relaxed)
    }

    /// The word's value now; nil when there is no word.
    var value: UInt64? {
        word.load()?.lend { $0.load() }
    }

    /// Watches another word from now on.
    func watch(_ reader: SharedWord.Reader) {
        settled.store(Self.never, ordering: .relaxed)
        word.store(Immortal(reader))
    }

    /// There is no news as long as the word has this value.
    func settle(at value: UInt64) {
        settled.store(value, ordering: .relaxed)
    }

    /// There may be news from `moment` on.
    func unsettle(until moment: BoottimeInstant) {
        settled.store(Self.never, ordering: .relaxed)
        due.store(moment.nanoseconds, ordering: .relaxed)
    }

    /// A number that is another one after each state: what was found out about other languages may be outdated then.
    var epoch: UInt64 {
        states.load(ordering: .acquiring)
    }

    /// A state was shown.
    func advanceEpoch() {
        states.wrappingAdd(1, ordering: .releasing)
    }
}
