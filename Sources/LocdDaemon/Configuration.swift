package import LanguageTags
import LocdInterface

/// What an administrator configures: `locd.conf` and its drop-ins, read in order, later values over earlier ones.
package struct Configuration: Equatable, Sendable {
    /// `[Locale] Languages=`: the languages on offer, in order. Empty: what the catalogs hold (semantics L10).
    package var languages: [LanguageTag] = []
    /// `[Locale] RequiredDomains=`: a language is offered only when all of these have it.
    package var requiredDomains: [String] = []
    /// `[Locale] BaseLanguage=`: for domains that do not declare one (semantics L4).
    package var baseLanguage: LanguageTag?
    /// `[Locale] Default=`: the product's languages where nobody has set any (semantics L2).
    package var defaultLanguages: [LanguageTag] = []
    /// `[Locale] CrossLanguages=`: whether one language may stand in for a near one, as Russian for Ukrainian.
    package var crossLanguages = false
    /// `[Locale] WriteLocale1=`: whether systemd-localed is told of the machine's language when it is set.
    package var writesLocale1 = false
    /// `[Keyboard] Follow=`: whether the machine's keyboard layout follows its language when that is set.
    package var keyboardFollows = false
    /// `[Catalogs] VendorDirectories=`: where texts shipped with the product lie, beside the built-in directory.
    package var vendorDirectories: [String] = []
    /// `[Domain NAME] BaseLanguage=`: the language that the domain is complete in.
    package var baseLanguageByDomain: [String: LanguageTag] = [:]
    /// `[Domain NAME] Uses=`: domains in which a key is looked up after the domain's own (semantics M2a).
    package var usesByDomain: [String: [String]] = [:]
    /// `[Access] Group=`: whose members may change the machine's language.
    package var administratorGroup: String?
    /// `[Access] LockSystem=`: only root and the daemon's own user may change the machine's language.
    package var systemLocked = false
    /// `[Limits]`.
    package var limits = Limits()
    /// `[Limits] ConnectionsPerUser=`; nil means the transport's default.
    package var connectionsPerUser: Int?
    /// `[Limits] Connections=`; nil means the transport's default.
    package var connections: Int?

    package init() {}
}

/// A line of a configuration file that was ignored, and why.
package struct ConfigurationProblem: Equatable, Sendable {
    package var file: String
    /// From 1.
    package var line: Int
    package var message: String
}

extension Configuration {
    /// Reads one file over what is there already: systemd's form of INI (systemd.syntax(7)).
    ///
    /// `#` and `;` begin a comment line, a backslash at the end of a line joins it with the next, an empty value
    /// clears a list. What is not understood is ignored and returned, and never stops the rest from being read.
    package mutating func read(_ text: String, file: String) -> [ConfigurationProblem] {
        var reader = ConfigurationReader(file: file, configuration: self)
        reader.read(text)
        self = reader.configuration
        return reader.problems
    }
}

/// Reads the lines of one file into a configuration.
private struct ConfigurationReader {
    let file: String
    var configuration: Configuration
    var problems: [ConfigurationProblem] = []
    private var section: String?

    init(file: String, configuration: Configuration) {
        self.file = file
        self.configuration = configuration
    }

    mutating func read(_ text: String) {
        var number = 0
        var pending: (line: Int, text: String)?
        for raw in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let line = trimmed(raw)
            if pending == nil, line.isEmpty || line.first == "#" || line.first == ";" { continue }
            let first = pending?.line ?? number
            let joined = (pending.map { $0.text + " " } ?? "") + line
            if joined.hasSuffix("\\") {
                pending = (first, String(joined.dropLast()))
            } else {
                pending = nil
                readLine(joined, number: first)
            }
        }
        if let pending { readLine(pending.text, number: pending.line) }
    }

    private mutating func readLine(_ line: String, number: Int) {
        if line.first == "[" {
            guard line.last == "]" else { return problem("the section name \(line) is not closed", number) }
            section = trimmed(line.dropFirst().dropLast())
            return
        }
        guard let equals = line.firstIndex(of: "=") else {
            return problem("\"\(line)\" is neither a [section] nor a KEY=VALUE", number)
        }
        guard let section else { return problem("\"\(line)\" stands before any [section]", number) }
        let key = trimmed(line[..<equals])
        let value = trimmed(line[line.index(after: equals)...])
        if let message = assign(key: key, value: value, section: section) { problem(message, number) }
    }

    /// Takes one value; answers what is wrong with it, or nil.
    private mutating func assign(key: String, value: String, section: String) -> String? {
        switch (section, key) {
        case ("Locale", "Languages"): return take(value, into: \.languages, key: key)
        case ("Locale", "RequiredDomains"): configuration.requiredDomains.takeWords(of: value)
        case ("Locale", "BaseLanguage"): return take(value, into: \.baseLanguage, key: key)
        case ("Locale", "Default"): return take(value, into: \.defaultLanguages, key: key)
        case ("Locale", "CrossLanguages"): return take(value, into: \.crossLanguages, key: key)
        case ("Locale", "WriteLocale1"): return take(value, into: \.writesLocale1, key: key)
        case ("Keyboard", "Follow"): return take(value, into: \.keyboardFollows, key: key)
        case ("Catalogs", "VendorDirectories"): configuration.vendorDirectories.takeWords(of: value)
        case ("Access", "Group"): configuration.administratorGroup = value.isEmpty ? nil : value
        case ("Access", "LockSystem"): return take(value, into: \.systemLocked, key: key)
        case ("Limits", "Connections"): return take(value, into: \.connections, key: key)
        case ("Limits", "ConnectionsPerUser"): return take(value, into: \.connectionsPerUser, key: key)
        case ("Limits", "ApplicationsPerUser"): return take(value, into: \.limits.applicationsPerUser, key: key)
        case ("Limits", "ChangesPerUser"): return take(value, into: \.limits.changesPerUser, key: key)
        case ("Limits", "AuthorizationsPerUser"):
            return take(value, into: \.limits.authorizationsPerUser, key: key)
        case ("Limits", "AuthorizationSeconds"): return take(value, into: \.limits.authorizationSeconds, key: key)
        case ("Limits", "MemoryFiles"): return take(value, into: \.limits.memoryFileBytes, key: key)
        case ("Limits", "BuildSeconds"): return take(value, into: \.limits.buildSeconds, key: key)
        case ("Locale", _), ("Keyboard", _), ("Catalogs", _), ("Access", _), ("Limits", _):
            return "[\(section)] has no key \(key)="
        default:
            guard section.hasPrefix("Domain ") else { return "no section [\(section)]" }
            return assign(key: key, value: value, domain: trimmed(section.dropFirst("Domain ".count)))
        }
        return nil
    }

    private mutating func assign(key: String, value: String, domain: String) -> String? {
        guard Identifier.isValid(domain) else { return "\"\(domain)\" is not a domain's name" }
        switch key {
        case "BaseLanguage": return take(value, into: \.baseLanguageByDomain[domain], key: key)
        case "Uses": configuration.usesByDomain[domain, default: []].takeWords(of: value)
        default: return "[Domain] has no key \(key)="
        }
        return nil
    }

    /// systemd's booleans (systemd.syntax(7)).
    private mutating func take(
        _ value: String, into path: WritableKeyPath<Configuration, Bool>, key: String
    ) -> String? {
        switch value.lowercased() {
        case "1", "yes", "true", "on": configuration[keyPath: path] = true
        case "0", "no", "false", "off": configuration[keyPath: path] = false
        default: return "\(key)=\(value): give yes or no"
        }
        return nil
    }

    private mutating func take(
        _ value: String, into path: WritableKeyPath<Configuration, Int>, key: String
    ) -> String? {
        guard let number = Int(value), number > 0 else { return "\(key)=\(value): give a number above 0" }
        configuration[keyPath: path] = number
        return nil
    }

    private mutating func take(
        _ value: String, into path: WritableKeyPath<Configuration, Int?>, key: String
    ) -> String? {
        guard let number = Int(value), number > 0 else { return "\(key)=\(value): give a number above 0" }
        configuration[keyPath: path] = number
        return nil
    }

    /// One tag; an empty value clears it.
    private mutating func take(
        _ value: String, into path: WritableKeyPath<Configuration, LanguageTag?>, key: String
    ) -> String? {
        do throws(LanguageTagError) {
            configuration[keyPath: path] = value.isEmpty ? nil : try LanguageTag(parsing: value)
            return nil
        } catch {
            return "\(key)=: \(error.message)"
        }
    }

    /// Adds blank-separated tags, those that parse; an empty value clears the list.
    private mutating func take(
        _ value: String, into path: WritableKeyPath<Configuration, [LanguageTag]>, key: String
    ) -> String? {
        var words: [String] = []
        words.takeWords(of: value)
        if words.isEmpty { configuration[keyPath: path] = [] }
        var message: String?
        for word in words {
            do throws(LanguageTagError) {
                configuration[keyPath: path].append(try LanguageTag(parsing: word))
            } catch {
                message = message ?? "\(key)=: \(error.message)"
            }
        }
        return message
    }

    private mutating func problem(_ message: String, _ line: Int) {
        problems.append(ConfigurationProblem(file: file, line: line, message: message))
    }
}

private func trimmed(_ text: some StringProtocol) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
}

extension [String] {
    /// Adds the blank-separated words of a value; an empty value clears the list.
    fileprivate mutating func takeWords(of value: String) {
        if value.isEmpty {
            self = []
        } else {
            append(contentsOf: value.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init))
        }
    }
}
