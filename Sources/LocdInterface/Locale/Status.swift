import Varlink

extension LocaleInterface {
    /// `org.locd.Locale.Status`: the daemon at a glance.
    package enum Status: VarlinkMethod {
        package static let interface = LocaleInterface.name
        package static let name = "org.locd.Locale.Status"

        package struct Parameters: Codable, Sendable {
            /// Whose chains are told; nil means the caller as a user.
            package var application: String?

            package init(application: String? = nil) {
                self.application = application
            }
        }

        package struct Reply: Codable, Sendable {
            package var version: String
            /// The uid that the daemon runs as.
            package var user: Int
            /// The machine's setting, the caller's own, and those of the caller's applications, widest first.
            package var scopes: [ScopeStatus]
            /// What the operating system is set to, as BCP 47 tags, best first.
            package var machineLanguages: [String]
            /// The names of all domains, sorted.
            package var domains: [String]
            /// The first 64 domains in detail.
            package var texts: [DomainStatus]
            /// Whether the caller is one of those who may change what concerns everybody.
            package var administrator: Bool
            /// Who beside root and the daemon's user may change the machine's language.
            package var administratorGroup: String?
            /// Whether nobody but root and the daemon's user may, whatever the group's name and polkit say.
            package var systemLocked: Bool
            package var cache: CacheStatus
            package var directories: Directories
            /// Of all users together; nil unless the caller is an administrator.
            package var connections: Int?
            /// By uid; only the caller's own unless the caller is an administrator.
            package var users: [UserConnections]
            /// The newest faults met in files, at most 64.
            package var problems: [Problem]

            package init(
                version: String, user: Int, scopes: [ScopeStatus], machineLanguages: [String], domains: [String],
                texts: [DomainStatus], administrator: Bool, administratorGroup: String?, systemLocked: Bool,
                cache: CacheStatus,
                directories: Directories, connections: Int?, users: [UserConnections], problems: [Problem]
            ) {
                self.version = version
                self.user = user
                self.scopes = scopes
                self.machineLanguages = machineLanguages
                self.domains = domains
                self.texts = texts
                self.administrator = administrator
                self.administratorGroup = administratorGroup
                self.systemLocked = systemLocked
                self.cache = cache
                self.directories = directories
                self.connections = connections
                self.users = users
                self.problems = problems
            }
        }
    }
}

/// A setting and what is in force in its scope.
package struct ScopeStatus: Codable, Hashable, Sendable {
    package var setting: Setting
    /// BCP 47 tags in force, best first.
    package var languages: [String]
    /// What decided them: the setting itself, or what it leaves the decision to.
    package var decidedBy: Origin

    package init(setting: Setting, languages: [String], decidedBy: Origin) {
        self.setting = setting
        self.languages = languages
        self.decidedBy = decidedBy
    }
}

/// A catalog of a chain.
package struct ChainLink: Codable, Hashable, Sendable {
    /// The domain itself, or one that it uses (semantics M2a).
    package var domain: String
    package var language: String
    /// Share of the keys of its domain's base language, 0 to 1.
    package var completeness: Double

    package init(domain: String, language: String, completeness: Double) {
        self.domain = domain
        self.language = language
        self.completeness = completeness
    }
}

/// A domain in detail.
package struct DomainStatus: Codable, Hashable, Sendable {
    package var name: String
    /// The language that it is complete in; nil where it has no catalog.
    package var baseLanguage: String?
    /// How many keys it has in that language.
    package var keys: Int
    /// Best first.
    package var chain: [ChainLink]

    package init(name: String, baseLanguage: String?, keys: Int, chain: [ChainLink]) {
        self.name = name
        self.baseLanguage = baseLanguage
        self.keys = keys
        self.chain = chain
    }
}

/// The daemon's cache.
package struct CacheStatus: Codable, Hashable, Sendable {
    package var directory: String
    /// How many catalogs lie there.
    package var catalogs: Int
    /// Of the catalogs together.
    package var bytes: Int

    package init(directory: String, catalogs: Int = 0, bytes: Int = 0) {
        self.directory = directory
        self.catalogs = catalogs
        self.bytes = bytes
    }
}

/// Where the daemon's files are, beside the cache.
package struct Directories: Codable, Hashable, Sendable {
    /// Settings and the generation.
    package var state: String
    /// What programs have mapped.
    package var runtime: String
    /// Shipped texts, the most important directory first.
    package var vendor: [String]

    package init(state: String, runtime: String, vendor: [String]) {
        self.state = state
        self.runtime = runtime
        self.vendor = vendor
    }
}

/// How many connections a user has.
package struct UserConnections: Codable, Hashable, Sendable {
    package var uid: Int
    package var connections: Int

    package init(uid: Int, connections: Int) {
        self.uid = uid
        self.connections = connections
    }
}
