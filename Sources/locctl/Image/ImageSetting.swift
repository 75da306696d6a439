import Installation
import LanguageTags
import LinuxIO
import LocdDaemon
import LocdInterface
import PackStore
import Varlink

/// Sets the language of the machine in a system image, by the daemon's own rules and into the file that it will read.
struct ImageSetting: ~Copyable {
    private let path: String
    private let console: Console
    private let image: SystemImage

    /// What was done, as `--json` prints it.
    private struct Report: Encodable {
        /// What was asked for, in canonical spelling.
        let requested: [String]
        /// What the machine is set to now; empty means automatic.
        let stored: [String]
        let region: String?
        /// The language that this gives; nil when the image has no texts.
        let inForce: String?
        /// `set`, or `fallback` when `auto` was stored in place of what was asked for.
        let reason: Reason
    }

    /// Looks at the image at a path; what is wrong in it is told.
    init(_ path: String, _ console: Console) throws(Failure) {
        image = try reporting(on: path) { () throws(SystemError) in try SystemImage(path: path) }
        self.path = path
        self.console = console
        for problem in image.problems { console.remark(printable(problem.description)) }
    }

    /// Stores what is asked for and prints the language that this gives.
    func set(_ parameters: LocaleInterface.Set.Parameters) throws(Failure) {
        let request = try daemonAnswer { () throws(VarlinkError) in
            try SettingRequest(parameters, limits: image.configuration.limits)
        }
        // Asked first against what is there already, so that a language that is refused leaves no trace.
        _ = try outcome(of: request, over: Preference())
        var settings = try storing { () throws(PackStoreError) in try image.settings() }
        for problem in settings.problems { console.remark(printable(problem.description)) }
        let outcome = try outcome(of: request, over: settings.system.own)
        try storing { () throws(PackStoreError) in try settings.store(outcome.preference) }
        if image.daemonOwner == nil { console.remark(missingUser) }
        try tell(outcome, request)
    }

    private func outcome(of request: SettingRequest, over present: Preference) throws(Failure) -> SettingOutcome {
        try daemonAnswer { () throws(VarlinkError) in try image.resolver.outcome(of: request, over: present) }
    }

    private func tell(_ outcome: SettingOutcome, _ request: SettingRequest) throws(Failure) {
        let preference = outcome.preference
        let inForce = image.resolver.resolve([preference]).languages.first?.description
        let requested = request.requested ?? []
        if outcome.isFallback { console.remark(ChangeRemarks.fallback(requested: requested, inForce: inForce)) }
        if let json = console.json {
            let report = Report(
                requested: requested, stored: preference.languages.map(\.description),
                region: preference.region?.identifier, inForce: inForce, reason: outcome.isFallback ? .fallback : .set)
            try console.print(encoded: report, json)
        } else if let inForce {
            try console.print(inForce)
        } else {
            console.remark("\(printable(path)) has no texts, so no language will be in force there yet")
        }
    }

    private var missingUser: String {
        "\(printable(path)) has no user locd yet, so the setting belongs to user \(FileOwner.current.uid); systemd gives "
            + "it to the daemon when it starts it (another way to start it needs systemd-sysusers --root and this again)"
    }

    private func daemonAnswer<Result>(_ body: () throws(VarlinkError) -> Result) throws(Failure) -> Result {
        do throws(VarlinkError) {
            return try body()
        } catch {
            if case .noSuchLanguage(let language, let nearest) = LocaleInterface.Failure(error), nearest.isEmpty {
                throw Failure(.noSuchLanguage, "no language \(quoted(language)); \(offer)")
            }
            throw Failure(error)
        }
    }

    /// What can be set there, as the end of a sentence.
    private var offer: String {
        let tags = image.resolver.availableLanguages(domain: nil).filter { !$0.isAutomatic }.map(\.tag.description)
        return tags.isEmpty ? "the image has no texts in any language yet" : "the image offers \(listed(tags, "and"))"
    }

    private func storing<Result: ~Copyable>(_ body: () throws(PackStoreError) -> Result) throws(Failure) -> Result {
        do throws(PackStoreError) {
            return try body()
        } catch {
            throw Failure(error)
        }
    }
}

extension Failure {
    /// A file of the store that could not be read or written.
    fileprivate init(_ error: PackStoreError) {
        switch error.code {
        case .inUse:
            self.init(.conflict, "\(printable(error.message)); without --root, locctl asks that daemon")
        case .system where error.isNotPermitted:
            self.init(.notAllowed, "\(printable(error.message)); the image's files are given to its users by root only")
        default: self.init(error.isOutOfSpace ? .noSpace : .other, printable(error.message))
        }
    }
}
