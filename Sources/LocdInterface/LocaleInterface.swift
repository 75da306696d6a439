package import Varlink

/// The interface `org.locd.Locale`: which language is current, for whom, and why.
package enum LocaleInterface {
    /// The interface's name on the wire.
    package static let name = "org.locd.Locale"

    /// The interface's description in Varlink's IDL (UAPI.20), as `GetInterfaceDescription` gives it.
    package static let idl = """
        # The language of this machine, of its users and of their applications, told by locd, the language daemon.
        interface org.locd.Locale

        # Whose setting: the machine's, the calling user's, or one application's of the calling user.
        type Scope (system, user, application)

        # What decided the languages in force: a setting of that scope, the product's default, or the languages
        # the operating system is set to.
        type Origin (application, user, system, default, automatic)

        # Why a state differs from the one before it.
        type Reason (start, set, reset, expired, automatic, fallback, reload, edit, configuration, update, purge)

        # The direction in which a language is written.
        type Direction (leftToRight, rightToLeft)

        # What to do when a language that is set cannot be shown: fetch it first, set `auto` instead, or refuse.
        type IfMissing (download, fallback, fail)

        # One catalog: `language` is a BCP 47 tag, `digest` the lower-case SHA-256 of the file, `size` its bytes,
        # `path` where it can be mapped from.
        type CatalogFile (language: string, digest: string, size: int, path: string)

        # The catalogs in which a key of `domain` is looked up, best first.
        type Chain (domain: string, catalogs: []CatalogFile)

        # The keyboard layout and variant (names of xkeyboard-config) and the input method that suit the language in
        # force.
        type Keyboard (layout: string, variant: ?string, inputMethod: ?string)

        # Everything a program needs to know of its language, whole.
        #  generation: grows with every change this caller can see, over restarts too, not by one.
        #  scope: what decided; requested: the tags of that setting, empty for automatic.
        #  languages: the tags in force, best first; region: the ISO 3166 code that decides formats, if set.
        #  locale: identifier for formatters (UTS #35), such as `en-u-rg-dezzzz`.
        #  environment: LANG, LANGUAGE and LC_* for child processes.
        #  dynamic: whether downloaded language packs are used beside the shipped ones.
        #  until: when a temporary setting ends, in seconds of Unix time; null when it does not.
        #  domains: the chain of each domain that was asked for.
        type State (
          generation: int,
          scope: Origin,
          requested: []string,
          languages: []string,
          region: ?string,
          locale: string,
          direction: Direction,
          keyboard: ?Keyboard,
          environment: [string]string,
          dynamic: bool,
          until: ?int,
          reason: Reason,
          domains: []Chain
        )

        # One setting: `languages` empty means automatic. `runtime` settings live until the daemon ends, those
        # with `until` (seconds of Unix time) until then; both cover a stored one.
        type Setting (
          scope: Scope,
          application: ?string,
          languages: []string,
          region: ?string,
          runtime: bool,
          until: ?int
        )

        # One language that can be set. `automatic` marks the entry that stands for `auto` and what it resolves to in
        # the scope that was asked about.
        #  name: in the language itself; localizedName: in the caller's current language.
        #  current: it is in force in that scope, or, of the automatic entry, the scope is set to none; bundled: shipped with the product; downloaded: in the cache.
        #  size: bytes of its catalogs; completeness: its share, 0 to 1, of the base language's keys.
        type Language (
          tag: string,
          automatic: bool,
          current: bool,
          languageCode: string,
          scriptCode: ?string,
          countryCode: ?string,
          name: string,
          localizedName: string,
          direction: Direction,
          bundled: bool,
          downloaded: bool,
          size: int,
          completeness: float
        )

        # A language near to one that is not there.
        type Suggestion (tag: string, name: string)

        # A fault in a file that the daemon reads; `line` and `column` count from 1 and are null where they make
        # no sense.
        type Problem (file: string, line: ?int, column: ?int, message: string)

        # A setting, the languages that its scope gives, best first, and what decided them: the setting itself, or
        # what it leaves the decision to.
        type ScopeStatus (setting: Setting, languages: []string, decidedBy: Origin)

        # A catalog of a chain, of the domain itself or of one that it uses. `completeness` is its share, 0 to 1, of
        # the keys of that domain's base language.
        type ChainLink (domain: string, language: string, completeness: float)

        # A domain: the language that it is complete in, how many keys it has there, and the chain for the caller.
        type DomainStatus (name: string, baseLanguage: ?string, keys: int, chain: []ChainLink)

        # The daemon's cache: how many catalogs lie there, and their bytes together.
        type CacheStatus (directory: string, catalogs: int, bytes: int)

        # Where the daemon keeps settings and what programs have mapped, and where it looks for shipped texts.
        type Directories (state: string, runtime: string, vendor: []string)

        # How many connections a user has.
        type UserConnections (uid: int, connections: int)

        # The present state for the caller, or for one of its applications.
        method Get(application: ?string, domains: ?[]string) -> (state: State)

        # Call with `more`: the present state at once, then each new one. A reply without state is a heartbeat,
        # sent after `heartbeatSeconds` of silence (absent: 20; 0: never). A slow reader gets the newest state only.
        method Subscribe(application: ?string, domains: ?[]string, heartbeatSeconds: ?int) -> (state: ?State)

        # Sets languages, a region or both in one scope (absent: system). An absent `languages` keeps the present
        # ones; an empty list or `auto` clears them. An absent `region` keeps the present one; an empty one clears it.
        #  temporarySeconds: ends by itself; runtime: not stored. ifGeneration: refuse unless the caller's view
        #  still has this generation.
        # Answers when the change is stored and told to all: `stored` is what the scope now holds, `inForce` the
        # language that this gives there, `masks` the caller's narrower settings that hide it.
        method Set(
          languages: ?[]string,
          region: ?string,
          scope: ?Scope,
          application: ?string,
          ifMissing: ?IfMissing,
          ifGeneration: ?int,
          temporarySeconds: ?int,
          runtime: ?bool,
          allowInteractiveAuthentication: ?bool
        ) -> (state: State, requested: []string, stored: []string, inForce: ?string, reason: Reason, masks: []Setting)

        # Drops a temporary setting (temporary or runtime), so that what is stored applies again.
        method Reset(
          scope: ?Scope,
          application: ?string,
          allowInteractiveAuthentication: ?bool
        ) -> (state: State, stored: []string, inForce: ?string, masks: []Setting)

        # The caller's generation word, as a descriptor to map: a little-endian 64-bit count at offset 0 that is
        # raised after each change the caller's user can see. `descriptor` is the descriptor's index in the message.
        method OpenGeneration() -> (descriptor: int)

        # Call with `more`: the languages that can be set, one reply each, the automatic entry first. With a
        # domain: sizes and completeness are that domain's. Where there is none, one reply without a language.
        #  scope: which one is to be set (absent: user). `auto` of the system follows the product's default and the
        #  operating system, of the user the system, of an application (which needs `application`) the user.
        method List(domain: ?string, scope: ?Scope, application: ?string) -> (language: ?Language)

        # One language that can be set.
        method Describe(language: string) -> (language: Language)

        # Reads configuration and shipped texts anew and tells every subscriber, changed or not.
        method Reload(allowInteractiveAuthentication: ?bool) -> (generation: int)

        # The daemon at a glance.
        #  application: whose chains are told, the caller as a user where there is none.
        #  scopes: the machine's setting, the caller's own and those of the caller's applications, widest first.
        #  machineLanguages: what automatic settings follow where the product has no default of its own.
        #  domains: the names of all there are; texts: the first 64 of them in detail.
        #  administrator: whether the caller is one, who may change what concerns everybody; administratorGroup: whose
        #  members are, beside root and the daemon's user, and polkit may let others; systemLocked: nobody else may.
        #  connections, users: the number of all connections, and each user's. Administrators only are told of others
        #  than themselves; for anybody else `connections` is null.
        #  problems: the newest faults met in files, at most 64; those of stored settings for administrators only.
        method Status(application: ?string) -> (
          version: string,
          user: int,
          scopes: []ScopeStatus,
          machineLanguages: []string,
          domains: []string,
          texts: []DomainStatus,
          administrator: bool,
          administratorGroup: ?string,
          systemLocked: bool,
          cache: CacheStatus,
          directories: Directories,
          connections: ?int,
          users: []UserConnections,
          problems: []Problem
        )

        # The tag is not a language tag of BCP 47.
        error InvalidLanguageTag (tag: string, message: string)

        # The language is well-formed but not among those that can be set.
        error NoSuchLanguage (language: string, nearest: []Suggestion)

        # The region is not a code of ISO 3166: two letters.
        error InvalidRegion (region: string)

        # The view's generation is not the one that the caller expected.
        error Conflict (generation: int)

        # A later request for the same setting finished first; this one changed nothing.
        error Superseded ()

        # The caller has as many application settings, or requests under way, as it may have.
        error LimitExceeded (limit: string, maximum: int)

        # The setting could not be stored; nothing changed. `outOfSpace` tells whether there was no room for it.
        error StorageFailed (message: string, outOfSpace: bool)

        """

    /// The description, parsed.
    package static let description: InterfaceDescription = {
        do {
            return try InterfaceDescription(parsing: idl)
        } catch {
            preconditionFailure("the description of \(name) does not parse: \(error)")
        }
    }()
}
