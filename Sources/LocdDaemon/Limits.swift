/// Every bound of the daemon that a peer or a file could reach for, in one place.
///
/// The wire's own bounds (connections, frames, output) stand in `VarlinkTransport.ConnectionLimits`; the figures here
/// come from the same table of the threat model. Each can be set in `[Limits]` of the configuration where a key is
/// named below.
package struct Limits: Equatable, Sendable {
    /// Tags in one setting.
    package var languagesPerSetting = 16
    /// Application settings of one user (`ApplicationsPerUser=`).
    package var applicationsPerUser = 64
    /// Domains one caller may ask for in a state.
    package var domainsPerRequest = 64
    /// Bytes of an application identifier or a domain's name.
    package var identifierBytes = 127
    /// Longest temporary setting, in seconds: a week.
    package var temporarySeconds = 604_800
    /// Longest silence a heartbeat may be asked for, in seconds: an hour.
    package var heartbeatSeconds = 3_600
    /// Changes of one user that are under way (`ChangesPerUser=`).
    package var changesPerUser = 16
    /// Questions to polkit about one user that are under way (`AuthorizationsPerUser=`).
    package var authorizationsPerUser = 4
    /// Questions to polkit about all users. The bus forgets none before it is answered, and has its own bound of 128
    /// for each connection (max_replies_per_connection of dbus-daemon(1)).
    package var authorizations = 64
    /// Seconds that polkit may take (`AuthorizationSeconds=`); after that its answer is no.
    package var authorizationSeconds = 25
    /// Seconds that polkit may take when a person may be asked for a password.
    package var interactiveAuthorizationSeconds = 120
    /// Keys reported missing that are remembered, so that each is logged once.
    package var missingKeysRemembered = 4_096
    /// Missing-key reports of one user in a minute.
    package var missingReportsPerMinute = 600
    /// Faults in files that are kept for `Status`.
    package var problemsKept = 64
    /// Bytes of an export's reply; more goes as a descriptor. Less than the transport's longest message
    /// (`ConnectionLimits.maximumReplyBytes`, 1 MiB) by what the message has around the reply.
    package var exportReplyBytes = (1 << 20) - 256
    /// Bytes of sealed memfds that are kept for `Open` (`MemoryFiles=`): older ones are dropped first.
    package var memoryFileBytes = 64 << 20
    /// Seconds a source file may take to build (`BuildSeconds=`). A limit of processor time ends a
    /// builder that is busy; this one ends a builder that waits, as for a disk that does not answer.
    package var buildSeconds = 300

    package init() {}
}
