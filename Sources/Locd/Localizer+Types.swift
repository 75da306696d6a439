internal import LocdInterface

extension Localizer {
    /// Whose language a setting decides. Each one covers the one before it.
    public enum Scope: String, Hashable, Sendable, CaseIterable {
        /// The machine's. Only administrators may set it.
        case system
        /// That of the user who runs this program.
        case user
        /// That of this application, for the user who runs it.
        case application
    }

    /// The direction in which a language is written.
    public enum Direction: String, Hashable, Sendable {
        /// From left to right, as Latin, Devanagari and Chinese are.
        case leftToRight
        /// From right to left, as Arabic and Hebrew are.
        case rightToLeft
    }

    /// How a language is typed: a layout in names of xkeyboard-config, and an input method.
    public struct Keyboard: Hashable, Sendable {
        /// The layout, such as `in`.
        public let layout: String
        /// The layout's variant, such as `hin-wx`; nil means the plain layout.
        public let variant: String?
        /// The input method that goes with it, such as `m17n:hi:itrans`; nil where the layout alone is enough.
        public let inputMethod: String?
    }

    /// The language in force, and what goes with it. Copying is cheap.
    public struct Locale: Hashable, Sendable {
        /// What is known of it.
        struct Facts: Hashable, Sendable {
            var languages: [String]
            var formatRegion: String?
            var direction: Direction
            var identifier: String
            var environment: [String: String]
            var keyboard: Keyboard?
        }

        private final class Box: Sendable {
            let facts: Facts

            init(_ facts: Facts) {
                self.facts = facts
            }
        }

        // Changes and snapshots pass it on all the time; so it is one reference.
        private let box: Box

        init(_ facts: Facts) {
            box = Box(facts)
        }

        /// The tags in force (BCP 47), best first. Empty when nothing is known of the language.
        public var languages: [String] { box.facts.languages }
        /// The region that decides formats where it was set apart from the language (ISO 3166 or UN M.49); nil
        /// otherwise.
        public var formatRegion: String? { box.facts.formatRegion }
        /// The direction in which the language is written.
        public var direction: Direction { box.facts.direction }
        /// What a formatter of numbers, dates and currencies takes (UTS #35), such as `hi-IN` or `en-u-rg-dezzzz`.
        public var identifier: String { box.facts.identifier }
        /// LANG, LANGUAGE and LC_* for child processes. Empty without a daemon: children then inherit what is right.
        public var environment: [String: String] { box.facts.environment }
        /// How the language is typed; nil where nothing is known of that.
        public var keyboard: Keyboard? { box.facts.keyboard }

        /// Whether all is the same.
        public static func == (left: Locale, right: Locale) -> Bool {
            left.box === right.box || left.box.facts == right.box.facts
        }

        /// Hashes what is known of it.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(box.facts)
        }

        /// The language in force, in BCP 47; `und` when nothing is known of it.
        public var tag: String { languages.first ?? "und" }
        /// The language alone: `zh` of `zh-Hant-TW`.
        public var languageCode: String { String(tag.prefix { $0 != "-" }) }
        /// The script, where the tag names one: `Hant` of `zh-Hant-TW`.
        public var scriptCode: String? { subtag { $0.utf8.count == 4 && $0.utf8.allSatisfy { $0 > 0x39 } } }
        /// The region whose formats apply: the one set apart from the language, else the tag's, such as `TW`; nil
        /// where neither names one.
        public var regionCode: String? {
            formatRegion ?? subtag { $0.utf8.count == 2 || ($0.utf8.count == 3 && $0.utf8.allSatisfy { $0 <= 0x39 }) }
        }

        private func subtag(where matches: (Substring) -> Bool) -> String? {
            tag.split(separator: "-").dropFirst().prefix { $0.utf8.count > 1 }.first(where: matches).map(String.init)
        }
    }

    /// Why a language came into force.
    public enum Reason: String, Hashable, Sendable {
        /// The daemon began, or this program has just reached it.
        case start
        /// Somebody set it.
        case set
        /// A temporary setting was dropped.
        case reset
        /// A temporary setting ended by itself.
        case expired
        /// The languages of the operating system changed.
        case automatic
        /// What was asked for is not there, so the language is chosen automatically.
        case fallback
        /// Somebody asked for everything to be read anew.
        case reload
        /// A stored setting was edited from outside.
        case edit
        /// The daemon's configuration changed.
        case configuration
        /// Texts changed.
        case update
        /// Texts went away.
        case purge
    }

    /// One change of language or of texts. Whatever is read after it was received is already the new one.
    public struct Change: Hashable, Sendable {
        /// The language in force now, and what goes with it.
        public let locale: Locale
        /// Why it came into force.
        public let reason: Reason
        /// Grows with every change that this program can see, also over restarts of the daemon; not by one.
        public let generation: Int64
    }

    /// One language that can be set.
    public struct Language: Hashable, Sendable {
        /// The tag, in BCP 47.
        public let tag: String
        /// Whether this entry stands for choosing automatically; `tag` is then what that gives in the scope asked about.
        public let isAutomatic: Bool
        /// Whether it is in force in the scope that was asked about; of the automatic entry, whether that scope is set to none.
        public let isCurrent: Bool
        /// The language alone, such as `pt`.
        public let languageCode: String
        /// The script (ISO 15924), where the tag names one.
        public let scriptCode: String?
        /// The region, where the tag names one.
        public let regionCode: String?
        /// The name in the language itself, such as `Русский`. The tag, where no daemon answers.
        public let name: String
        /// The name in the current language. The tag, where no daemon answers.
        public let localizedName: String
        /// The direction in which it is written.
        public let direction: Direction
        /// Whether texts in it were shipped with the product.
        public let isBundled: Bool
        /// Whether texts in it have been downloaded.
        public let isDownloaded: Bool
        /// The size of its texts, in bytes.
        public let size: Int
        /// The share of the base language's keys that it has, 0 to 1.
        public let completeness: Double
    }

    /// What a setting led to.
    public struct SettingResult: Hashable, Sendable {
        /// What was asked for, in canonical spelling; empty means automatic.
        public let requested: [String]
        /// What the scope holds now; empty means automatic.
        public let stored: [String]
        /// The language that this gives in that scope; nil when there are no languages at all.
        public let inForce: String?
        /// `.set`, or `.fallback` when automatic choice was stored instead of what was asked for.
        public let reason: Reason
        /// The narrower scopes whose own setting hides this one from the program, narrowest first.
        public let maskedBy: [Scope]
    }

    /// What to do when a language that is set is known, but not downloaded.
    public enum IfMissing: String, Hashable, Sendable {
        /// Fetch and verify it, then switch to it. The old language stays if that fails.
        case download
        /// Choose automatically instead.
        case fallback
        /// Refuse.
        case fail
    }

    /// What a lookup gives for a key that no catalog has, where the call names no default text.
    public enum MissingPolicy: Hashable, Sendable {
        /// The key itself.
        case key
        /// This text, with every `{key}` and `{language}` in it replaced: `[No '{key}' in '{language}']`.
        case format(String)
    }
}
