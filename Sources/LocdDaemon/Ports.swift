package import Catalog
package import JSON
package import LanguageTags
import LocdInterface
package import Varlink

// What the daemon asks of the world. The program `locd` puts sockets, disks and clocks behind these protocols; tests
// put tables and lists there. All of them are called, and call back, on the event loop's thread.

/// A descriptor that an answer carries.
package enum Attachment: Equatable, Sendable {
    /// The generation word of a user, read-only.
    case generationWord(uid: UInt32)
    /// A sealed memfd of the catalog with this digest.
    case catalog(digest: String)
    /// A sealed memfd of these bytes.
    case bytes([UInt8])

    /// What the call is answered with when the descriptor cannot be made: an error of the method's own interface.
    package func failure(_ message: String, outOfSpace: Bool) -> VarlinkError {
        switch self {
        case .generationWord:
            LocaleInterface.Failure.storageFailed(message: message, outOfSpace: outOfSpace).varlinkError
        case .catalog, .bytes:
            CatalogInterface.Failure.openFailed(message: message, outOfSpace: outOfSpace).varlinkError
        }
    }
}

/// A client's connection.
package protocol ClientConnection: AnyObject {
    /// Who is at the other end.
    var peer: Peer { get }
    /// Replaces the event that this connection has not been sent yet, or sends it at once.
    func setPending(_ frame: SharedFrame)
    /// Whether all that was to be sent has been sent.
    var isDrained: Bool { get }
    /// Whether the other end is known to be closed, although `connectionClosed` has not told it yet.
    var isPeerGone: Bool { get }
}

/// One call that waits for its ending. Exactly one of `reply`, `fail` or `beginStream` ends it.
package protocol PendingCall: AnyObject {
    /// The method's full name.
    var method: String { get }
    /// Known to fit the method's description.
    var parameters: JSONElement { get }
    /// The caller asked for more than one reply.
    var wantsMore: Bool { get }
    var connection: any ClientConnection { get }
    /// Sends one reply; `continues` when more are to come.
    func reply(_ parameters: [UInt8], continues: Bool, attachment: Attachment?)
    /// Ends the call with an error.
    func fail(_ error: VarlinkError)
    /// Turns the call into a stream of events that lasts as long as the connection; the first is sent at once.
    func beginStream(_ first: SharedFrame)
}

/// Keeps settings over restarts.
package protocol SettingsStorage: AnyObject {
    /// Stores an owner's settings durably, off the event loop, and calls back with nil or what went wrong.
    func store(_ settings: OwnerSettings, of owner: Owner, completion: @escaping (StorageFailure?) -> Void)
    /// Whether something is stored for an owner; somebody may have removed it.
    func isStored(_ owner: Owner) -> Bool
    /// The next generation: above all that were ever given, over restarts too.
    func nextGeneration() -> Int64
}

/// Why something could not be stored.
package struct StorageFailure: Error, Equatable, Sendable {
    package var message: String
    /// Whether there was no room.
    package var isOutOfSpace: Bool

    package init(message: String, isOutOfSpace: Bool = false) {
        self.message = message
        self.isOutOfSpace = isOutOfSpace
    }

    /// As the caller of a method is told.
    var interfaceFailure: LocaleInterface.Failure {
        .storageFailed(message: message, outOfSpace: isOutOfSpace)
    }
}

/// Gives access to catalogs by digest.
package protocol CatalogStorage: AnyObject {
    /// Verifies catalogs that have not been verified since the start, off the event loop, and calls back with the
    /// digests of those that are damaged. They are set aside by then and no longer to be used (semantics B3).
    func verify(_ digests: [String], completion: @escaping (_ damaged: [String]) -> Void)
    /// Keeps these catalogs open, and no others: they are in force and outlive a purge of the cache.
    func hold(_ digests: Set<String>)
    /// The catalog with this digest, mapped; nil when it cannot be read.
    func catalog(digest: String) -> MessageCatalog?
}

/// Writes the generation words that programs without an event loop look at.
package protocol GenerationWords: AnyObject {
    /// The users that have one.
    var users: Set<UInt32> { get }
    /// Makes one for a user if there is none yet, with this generation; answers what went wrong, or nil.
    func prepare(uid: UInt32, generation: Int64) -> StorageFailure?
    /// Raises a user's word to a generation.
    func raise(uid: UInt32, to generation: Int64)
}

/// The operating system's own locale and keyboard, which are told of the machine's language where the configuration says
/// so. What cannot be set is logged; nobody waits.
package protocol MachineLocale: AnyObject {
    /// Sets the locale to the POSIX variables of a language.
    func setLocale(_ variables: [String: String])
    /// Sets the keyboard layout to that of a language.
    func setKeyboard(_ hint: KeyboardHint)
}

/// The two clocks the daemon reads.
package protocol DaemonClock: AnyObject {
    /// Nanoseconds on CLOCK_BOOTTIME: for deadlines.
    var boottime: Int64 { get }
    /// Seconds of Unix time: for people.
    var unix: Int64 { get }
}

/// Everything the daemon asks of the world.
package struct DaemonPorts {
    package var settings: any SettingsStorage
    package var catalogs: any CatalogStorage
    package var words: any GenerationWords
    package var authority: any Authority
    package var machine: any MachineLocale
    package var clock: any DaemonClock
    package var log: any DaemonLog

    package init(
        settings: any SettingsStorage, catalogs: any CatalogStorage, words: any GenerationWords,
        authority: any Authority, machine: any MachineLocale, clock: any DaemonClock, log: any DaemonLog
    ) {
        self.settings = settings
        self.catalogs = catalogs
        self.words = words
        self.authority = authority
        self.machine = machine
        self.clock = clock
        self.log = log
    }
}
