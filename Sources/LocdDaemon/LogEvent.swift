/// The events that have an id of their own in the journal, as its MESSAGE_ID (systemd.journal-fields(7)).
///
/// An id is random, made once with `systemd-id128 new`, and never changes its meaning: administrators and scripts find
/// events by it. Each has an explanation in `systemd/locd.catalog`, which `journalctl -x` shows.
package enum LogEvent: String, CaseIterable, Sendable {
    /// The daemon is ready and serves.
    case started = "024bfd6abf23470a92499b3e20432e5c"
    /// The daemon ends because it was asked to.
    case stopped = "25f999dbec404b6fb3975e911e0ba7f2"
    /// The daemon ends because it cannot go on, or could not start.
    case failed = "63aeeb2f32be4e11b2ff2183dd2d4875"
    /// Configuration and texts were read anew.
    case reloaded = "3a3fe03d14fd4ff9b27265dfc34576cc"
    /// Somebody set or dropped a language or region: of the machine, of a user, or of an application.
    case settingChanged = "8bf61c164a404bc29223c8b19e61f19e"
    /// The machine's language in force is another one, for whatever reason.
    case machineLanguageChanged = "fd2f88a089e14fe883dee964afa91c36"
    /// Stored settings could not be used and were set aside.
    case settingsSetAside = "c5cf26d792ea4dfebc3a4f8f380cbd62"
    /// Settings could not be written, or read again.
    case settingsNotStored = "aae7cd18c2e2450e9cc96ae19b024b45"
    /// Part of a configuration file was not understood.
    case configurationIgnored = "95b66d3bfbe64be5a84cd3a61ea0328c"
    /// A file of texts has faults, or was not built at all.
    case textsFaulty = "f228b72d14fd4e6b80348654aa89a8fb"
    /// A catalog is damaged or gone.
    case catalogDamaged = "0dde79b3578149d6bfee8fb926d1f839"
    /// Catalogs cannot be written or read in the cache.
    case cacheUnusable = "327858dcbca44c84831fc6e72b07b520"
    /// A client was turned away: it broke the protocol, or a limit was reached.
    case peerRefused = "398115d9c6904fe59de00ae22f6b6d8e"
    /// A caller was not allowed to do what it asked for.
    case callRefused = "aa32f02f49bb4fcb89f04c3bb23fa5a1"
    /// polkit allowed a caller what it asked for.
    case callAuthorized = "803d908525b74a00976a89e220456301"
    /// A program asked for a message that its domain lacks.
    case messageMissing = "28abee368d5d44a0b971682e52f525bf"
    /// The environment for later units could not be written.
    case environmentNotWritten = "d5337d35f8c242b297289e4ea9f006da"
    /// Changes of files will not be noticed.
    case filesNotFollowed = "b92f4e84f58941a8936f35c7a9e26270"
    /// Log entries were dropped.
    case entriesDropped = "754b313c5a2e4f3c8ee5555e92f28e5e"
}
