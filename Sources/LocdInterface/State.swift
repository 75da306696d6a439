/// Whose setting: the machine's, the calling user's, or one application's of the calling user.
package enum Scope: String, Codable, Sendable, CaseIterable {
    case system, user, application
}

/// What decided the languages in force (semantics L2): a setting of a scope, the product's default, or the
/// languages of the operating system.
package enum Origin: String, Codable, Sendable, CaseIterable {
    case application, user, system, `default`, automatic
}

/// Why a state differs from the one before it.
package enum Reason: String, Codable, Sendable, CaseIterable {
    /// The daemon began.
    case start
    /// Somebody set it.
    case set
    /// A temporary setting was dropped.
    case reset
    /// A temporary setting ended by itself.
    case expired
    /// The languages of the operating system changed.
    case automatic
    /// What was asked for is not there, so `auto` applies.
    case fallback
    /// Somebody asked for a new state.
    case reload
    /// A stored setting was edited from outside.
    case edit
    /// The configuration changed.
    case configuration
    /// Catalogs changed.
    case update
    /// Catalogs went away.
    case purge
}

/// The direction in which a language is written.
package enum Direction: String, Codable, Sendable, CaseIterable {
    case leftToRight, rightToLeft
}

/// What to do when a language that is set cannot be shown (semantics L5).
package enum IfMissing: String, Codable, Sendable, CaseIterable {
    /// Fetch it, verify it, then switch.
    case download
    /// Store `auto` instead, and say so.
    case fallback
    /// Refuse, naming the nearest languages.
    case fail
}

/// One catalog of a chain, named by its digest.
package struct CatalogFile: Codable, Hashable, Sendable {
    /// BCP 47 tag of the texts.
    package var language: String
    /// SHA-256 of the file: 64 lower-case hexadecimal digits.
    package var digest: String
    /// Length in bytes.
    package var size: Int
    /// Where the file can be mapped from, while nobody removes it.
    package var path: String

    package init(language: String, digest: String, size: Int, path: String) {
        self.language = language
        self.digest = digest
        self.size = size
        self.path = path
    }
}

/// The catalogs in which a key of a domain is looked up, best first.
package struct Chain: Codable, Hashable, Sendable {
    package var domain: String
    package var catalogs: [CatalogFile]

    package init(domain: String, catalogs: [CatalogFile]) {
        self.domain = domain
        self.catalogs = catalogs
    }
}

/// The keyboard that suits a language (semantics X3).
package struct Keyboard: Codable, Hashable, Sendable {
    /// A name of xkeyboard-config.
    package var layout: String
    /// A name of xkeyboard-config; nil means the layout's default.
    package var variant: String?
    /// Nil for languages that are typed key by key.
    package var inputMethod: String?

    package init(layout: String, variant: String?, inputMethod: String?) {
        self.layout = layout
        self.variant = variant
        self.inputMethod = inputMethod
    }
}

/// Everything a program needs to know of its language, whole. `LocaleInterface.idl` documents each member.
package struct State: Codable, Hashable, Sendable {
    package var generation: Int64
    package var scope: Origin
    package var requested: [String]
    package var languages: [String]
    package var region: String?
    package var locale: String
    package var direction: Direction
    package var keyboard: Keyboard?
    package var environment: [String: String]
    package var dynamic: Bool
    package var until: Int64?
    package var reason: Reason
    package var domains: [Chain]

    package init(
        generation: Int64, scope: Origin, requested: [String], languages: [String], region: String?, locale: String,
        direction: Direction, keyboard: Keyboard?, environment: [String: String], dynamic: Bool, until: Int64?,
        reason: Reason, domains: [Chain]
    ) {
        self.generation = generation
        self.scope = scope
        self.requested = requested
        self.languages = languages
        self.region = region
        self.locale = locale
        self.direction = direction
        self.keyboard = keyboard
        self.environment = environment
        self.dynamic = dynamic
        self.until = until
        self.reason = reason
        self.domains = domains
    }
}

/// One setting of one scope.
package struct Setting: Codable, Hashable, Sendable {
    package var scope: Scope
    package var application: String?
    /// BCP 47 tags, best first; empty means automatic.
    package var languages: [String]
    package var region: String?
    /// Lives in memory only.
    package var runtime: Bool
    /// When it ends, in seconds of Unix time.
    package var until: Int64?

    package init(
        scope: Scope, application: String?, languages: [String], region: String?, runtime: Bool, until: Int64?
    ) {
        self.scope = scope
        self.application = application
        self.languages = languages
        self.region = region
        self.runtime = runtime
        self.until = until
    }
}

/// One language that can be set (semantics L10).
package struct Language: Codable, Hashable, Sendable {
    package var tag: String
    /// The entry that stands for `auto`; `tag` is then what it resolves to.
    package var automatic: Bool
    package var current: Bool
    package var languageCode: String
    package var scriptCode: String?
    package var countryCode: String?
    /// In the language itself.
    package var name: String
    /// In the caller's current language.
    package var localizedName: String
    package var direction: Direction
    package var bundled: Bool
    package var downloaded: Bool
    /// Bytes of its catalogs.
    package var size: Int
    /// Share of the base language's keys, 0 to 1.
    package var completeness: Double

    package init(
        tag: String, automatic: Bool, current: Bool, languageCode: String, scriptCode: String?, countryCode: String?,
        name: String, localizedName: String, direction: Direction, bundled: Bool, downloaded: Bool, size: Int,
        completeness: Double
    ) {
        self.tag = tag
        self.automatic = automatic
        self.current = current
        self.languageCode = languageCode
        self.scriptCode = scriptCode
        self.countryCode = countryCode
        self.name = name
        self.localizedName = localizedName
        self.direction = direction
        self.bundled = bundled
        self.downloaded = downloaded
        self.size = size
        self.completeness = completeness
    }
}

/// A language near to one that is not there.
package struct Suggestion: Codable, Hashable, Sendable {
    package var tag: String
    /// In the language itself.
    package var name: String

    package init(tag: String, name: String) {
        self.tag = tag
        self.name = name
    }
}

/// A fault in a file that the daemon reads.
package struct Problem: Codable, Hashable, Sendable {
    package var file: String
    /// From 1; nil where it makes no sense.
    package var line: Int?
    /// From 1; nil where it makes no sense.
    package var column: Int?
    package var message: String

    package init(file: String, line: Int?, column: Int?, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }
}
