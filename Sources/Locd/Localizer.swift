internal import Catalog
internal import LinuxIO
internal import LocdInterface

/// The texts of one domain in the language in force, which may change at any time.
///
/// ```swift
/// let localizer = Localizer(domain: "kiosk")
/// print(localizer["thanks"])
/// print(localizer.text("welcome", ["station": "Agra"]))
/// ```
///
/// A localizer follows the language daemon, locd. It connects with its first lookup, shows each change from then on,
/// connects again when the daemon was away, and meanwhile goes on with what it has. Where there has been no daemon it
/// shows the catalogs that are on the disk, in the language that the environment asks for.
///
/// Changes are noticed in three ways, which may be mixed:
/// - without anything: a lookup sees that there is news by reading one word of shared memory;
/// - in an event loop: watch `descriptor()` and call `process()` when it is readable;
/// - in Swift concurrency: iterate over `changes`.
///
/// All of it may be used from any thread at once. A lookup takes no lock and makes no system call as long as there is no
/// news; texts without a copy stay valid for the life of the process. The very first lookup connects, and waits for the
/// daemon for at most `Options.patience`.
public final class Localizer: Sendable {
    /// The set of texts that keys are looked up in.
    public let domain: String
    /// The identifier by which this application can be given a language of its own.
    public let application: String?

    let connection: Connection
    let missing: MissingTexts
    let options: Options
    let own: OwnTexts?
    private let view: View
    /// The connection's, within reach: a lookup then retains nothing.
    private let pulse: Pulse
    private let languages = LanguageCache()

    /// How a localizer behaves.
    public struct Options: Sendable {
        /// The daemon's socket; nil means `$LOCD_ADDRESS`, else `/run/locd/org.locd`.
        public var address: String?
        /// What is shown for a key that no catalog has.
        public var missing = MissingPolicy.key
        /// Told of each missing key once, on the thread that looked it up; nil has the daemon log it.
        public var onMissing: (@Sendable (MissingKey) -> Void)?
        /// How long the first lookup may wait for the daemon, and how long a question to it may take.
        public var patience = Duration.seconds(1)

        /// The usual behaviour.
        public init() {}
    }

    /// Makes a localizer for texts that the daemon has.
    ///
    /// - Parameters:
    ///   - domain: nil means `$LOCD_DOMAIN`, else the program's name.
    ///   - application: nil means `$LOCD_APPLICATION`, else the program's name.
    public convenience init(domain: String? = nil, application: String? = nil, options: Options = Options()) {
        self.init(domain: ProgramName.domain(domain), application: application, own: nil, options: options)
    }

    /// Makes a localizer for a program that brings compiled catalogs, `TAG.lcat`, in a directory.
    ///
    /// They are used with or without a daemon; where it has texts for the domain, those come first.
    ///
    /// Errors: `unreadableTexts` for a directory or file that cannot be read or is damaged, and when there is no catalog.
    public convenience init(
        domain: String? = nil, application: String? = nil, directory: String, options: Options = Options()
    ) throws(LocdError) {
        let own = try OwnTexts(directory: directory)
        self.init(domain: ProgramName.domain(domain), application: application, own: own, options: options)
    }

    /// Makes a localizer for a program that holds its texts in memory: language tag → key → text.
    ///
    /// They are used with or without a daemon; where it has texts for the domain, those come first. What is given is kept
    /// for the life of the process.
    ///
    /// - Parameter baseLanguage: the language that is complete; nil means `en` if it is there, else the first in sorted
    ///   order.
    public convenience init(
        domain: String? = nil, application: String? = nil, texts: [String: [String: String]],
        baseLanguage: String? = nil, options: Options = Options()
    ) {
        let domain = ProgramName.domain(domain)
        let own = OwnTexts(domain: domain, texts: texts, base: baseLanguage)
        self.init(domain: domain, application: application, own: own, options: options)
    }

    private convenience init(domain: String, application: String?, own: OwnTexts?, options: Options) {
        let application = ProgramName.application(application)
        let address = DaemonAddress.path(
            given: options.address, environment: CurrentProcess.environment, isRoot: CurrentProcess.userID == 0,
            // What cannot be looked at counts as not there.
            systemExists: { (try? FileStatus(ofPath: DaemonAddress.system, followingLinks: false)) ?? nil != nil })
        self.init(
            domain: domain, own: own, options: options,
            connection: .shared(address: address, application: application, caches: CatalogIndex.caches))
    }

    /// Makes a localizer on a connection of the caller's, shared or not.
    init(domain: String, own: OwnTexts?, options: Options, connection: Connection) {
        self.domain = domain
        self.application = connection.application
        self.options = options
        self.connection = connection
        pulse = connection.pulse
        missing = MissingTexts(domain: domain, policy: options.missing) { key in
            if let tell = options.onMissing { tell(key) } else { connection.report(key) }
        }
        self.own = own
        view = View(domain: domain, own: own)
        connection.add(view)
    }

    deinit {
        connection.remove(view)
    }

    // MARK: Texts

    /// The text of a key, as it stands in the catalog; for a missing one what the missing-text policy says.
    public subscript(key: String) -> String {
        withSnapshot { $0.text(key, missing: missing) }
    }

    /// The text of a key in another language than the current one, however that changes: `localizer["thanks", in: "ru"]`.
    ///
    /// Falls back as that language would. Waits for the daemon when the language is used for the first time.
    public subscript(key: String, in language: String) -> String {
        texts(in: language)[key]
    }

    /// The text of a key, as it stands in the catalog. `default` is shown for a missing key in place of what the
    /// missing-text policy says.
    public func text(_ key: String, default: String? = nil) -> String {
        withSnapshot { $0.text(key, MessageArguments(), default: `default`, missing: missing) }
    }

    /// The text of a key with an argument in its place `%@`, `%d`, `%1$@` and so on; a number chooses the plural form.
    ///
    /// Superfluous arguments are ignored; a place that lacks its argument, or whose argument is of the wrong kind, stays
    /// visible. `default` is shown for a missing key in place of what the missing-text policy says.
    public func text(_ key: String, _ argument: any TextArgument, default: String? = nil) -> String {
        unsafe withArguments(argument) { arguments in
            withSnapshot { unsafe $0.text(key, arguments, default: `default`, missing: missing) }
        }
    }

    /// The text of a key with two arguments in their places, as `text(_:_:default:)`.
    public func text(
        _ key: String, _ first: any TextArgument, _ second: any TextArgument, default: String? = nil
    ) -> String {
        unsafe withArguments(first, second) { arguments in
            withSnapshot { unsafe $0.text(key, arguments, default: `default`, missing: missing) }
        }
    }

    /// The text of a key with three arguments in their places, as `text(_:_:default:)`.
    public func text(
        _ key: String, _ first: any TextArgument, _ second: any TextArgument, _ third: any TextArgument,
        default: String? = nil
    ) -> String {
        unsafe withArguments(first, second, third) { arguments in
            withSnapshot { unsafe $0.text(key, arguments, default: `default`, missing: missing) }
        }
    }

    /// The text of a key with four arguments or more in their places, as `text(_:_:default:)`.
    public func text(
        _ key: String, _ first: any TextArgument, _ second: any TextArgument, _ third: any TextArgument,
        _ fourth: any TextArgument, _ others: any TextArgument..., default: String? = nil
    ) -> String {
        let arguments = MessageArguments(positional: [first, second, third, fourth] + others)
        return withSnapshot { $0.text(key, arguments, default: `default`, missing: missing) }
    }

    /// The text of a key with arguments in its places `{name}` and `{{name}}`.
    ///
    /// A place that lacks its argument stays visible. `default` is shown for a missing key in place of what the
    /// missing-text policy says.
    public func text(
        _ key: String, _ arguments: KeyValuePairs<String, any TextArgument>, default: String? = nil
    ) -> String {
        let arguments = MessageArguments(named: arguments)
        return withSnapshot { $0.text(key, arguments, default: `default`, missing: missing) }
    }

    /// The text of a key with each of these tokens replaced, wherever it stands: `["%name%": "Ada"]`.
    ///
    /// The text is read once from left to right, at each place the longest token counts, and what was put in is not read
    /// again. An empty token is ignored. Tokens are replaced in the text for a missing key too.
    public func text(
        _ key: String, replacing tokens: [String: any TextArgument], default: String? = nil
    ) -> String {
        let arguments = MessageArguments(tokens: tokens)
        return withSnapshot { $0.text(key, arguments, default: `default`, missing: missing) }
    }

    /// The text of a key with arguments in its places, for programs that would rather have an error than a gap.
    ///
    /// As `text(_:_:default:)`. Errors: `missingText`, `missingArgument`, `wrongArgumentType`.
    public func checkedText(_ key: String, _ arguments: any TextArgument...) throws(LocdError) -> String {
        try texts.snapshot.checkedText(key, MessageArguments(positional: arguments))
    }

    /// The text of a key with named arguments in its places, for programs that would rather have an error than a gap.
    ///
    /// As `text(_:_:default:)`. Errors: `missingText`, `missingArgument`, `wrongArgumentType`.
    public func checkedText(
        _ key: String, _ arguments: KeyValuePairs<String, any TextArgument>
    ) throws(LocdError) -> String {
        try texts.snapshot.checkedText(key, MessageArguments(named: arguments))
    }

    /// The text of a key as it stands in the catalog; nil for a missing one, which is told of all the same.
    public func textIfPresent(_ key: String) -> String? {
        withSnapshot { $0.textIfPresent(key, missing: missing) }
    }

    /// The text of a key without a copy; nil for a missing one, which is not told of. Nothing is allocated.
    public func utf8(_ key: String) -> UTF8Text? {
        withSnapshot { $0.utf8(key) }
    }

    /// Where the text of a key comes from; nil for a missing one.
    public func origin(of key: String) -> TextOrigin? {
        withSnapshot { $0.origin(of: key) }
    }

    /// The texts in the language that is in force now, which stay in it.
    public var texts: Texts {
        withSnapshot { Texts(snapshot: $0, missing: missing) }
    }

    /// The language in force, and what goes with it.
    public var locale: Locale {
        withSnapshot { $0.locale }
    }

    // MARK: Other languages

    /// The texts in the languages that somebody prefers, by the rules of the `Accept-Language` header (RFC 9110):
    /// `hi-IN,en;q=0.8`. For servers, which speak with many people at once.
    ///
    /// The first preference that the domain has decides; the base language stands last. Headers are a peer's: whatever
    /// they hold costs bounded time and memory. The result is cheap to get when a header of the same languages was
    /// asked for before; otherwise the daemon is asked.
    public func preferring(_ header: String) -> Texts {
        texts(for: .preferences(AcceptedLanguages(header: header).tags))
    }

    /// The texts in another language than the current one, with those of the base language behind them.
    ///
    /// Waits for the daemon when the language is used for the first time. `locale.tag` is the language asked for, whether
    /// there are texts in it or not.
    public func texts(in language: String) -> Texts {
        texts(for: .language(LanguageLookup.canonical(language) ?? language))
    }

    private func texts(for request: LanguageCache.Request) -> Texts {
        let current = texts.snapshot
        let source = LanguageSource(domain: domain, own: own, connection: connection, patience: options.patience)
        let snapshot = languages.snapshot(for: request, source: source, fallback: current)
        return Texts(snapshot: snapshot, missing: missing)
    }

    // MARK: The snapshot in force

    /// Lends the snapshot in force: one word of shared memory read and one atomic load, as long as there is no news.
    @inline(__always)
    func withSnapshot<Result>(_ body: (Snapshot) -> Result) -> Result {
        if pulse.isSettled, let snapshot = view.snapshot { return snapshot.lend(body) }
        return latestSnapshot().lend(body)
    }

    /// Looks for news if it is time to; the first time for the first snapshot.
    @inline(never)
    private func latestSnapshot() -> Immortal<Snapshot> {
        if view.snapshot != nil, pulse.isDue { connection.catchUp() }
        while true {
            if let snapshot = view.snapshot { return snapshot }
            connection.begin(view, patience: options.patience)
        }
    }
}
