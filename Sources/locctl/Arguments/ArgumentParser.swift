/// What a command line asks for.
enum Request: Sendable {
    /// The general help, or a verb's.
    case help(Verb?)
    case version
    case run(Verb, Arguments)
}

/// Reads a command line by the verb table, in the manner of getopt_long(3).
///
/// Options may stand anywhere before `--`; a value follows as `--name value` or `--name=value`, for short options as
/// `-o value` or `-ovalue`. A word of `-` and a digit is a number, not an option: no option begins with a digit.
struct ArgumentParser {
    private let verbs: [Verb]
    private var words: ArraySlice<String>
    private var verb: Verb?
    private var arguments = Arguments()
    private var takesOptions = true

    private init(verbs: [Verb], words: [String]) {
        self.verbs = verbs
        self.words = words[...]
    }

    /// Reads the words after the program's name.
    ///
    /// - Throws: `Failure` with status `usage`.
    static func parse(_ words: [String], verbs: [Verb]) throws(Failure) -> Request {
        var parser = ArgumentParser(verbs: verbs, words: words)
        return try parser.parse()
    }

    private mutating func parse() throws(Failure) -> Request {
        while let word = words.popFirst() {
            if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, Self.isOption(word) {
                try word.hasPrefix("--") ? takeLongOption(word.dropFirst(2)) : takeShortOptions(word.dropFirst())
                // What comes after a call for help or the version does not matter.
                if arguments.has(GlobalOptions.help) { return .help(verb ?? nextVerb()) }
                if arguments.has(GlobalOptions.version) { return .version }
            } else {
                try takePositional(word)
            }
        }
        guard let verb else { throw Failure(.usage, "a verb is missing; `locctl --help` lists them") }
        try checkCount(of: verb)
        if let missing = verb.options.first(where: { $0.isRequired && !arguments.has($0) }) {
            throw usageFailure("--\(missing.name) is missing")
        }
        return .run(verb, arguments)
    }

    private static func isOption(_ word: String) -> Bool {
        let characters = word.utf8.prefix(3)
        guard characters.first == UInt8(ascii: "-"), characters.count > 1 else { return false }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let isNumber = characters.dropFirst().first { $0 != UInt8(ascii: ".") }.map(digits.contains) ?? false
        return !isNumber
    }

    /// The verb in `--help VERB`.
    private func nextVerb() -> Verb? {
        words.first.flatMap { word in verbs.first { $0.name == word } }
    }

    // MARK: Options

    private var knownOptions: [Option] { verb?.allOptions ?? GlobalOptions.beforeVerb }

    private mutating func takeLongOption(_ text: Substring) throws(Failure) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = knownOptions.first(where: { $0.name == name }) else { throw unknownOption(name) }
        try take(option, spelled: "--\(name)", attached: parts.count > 1 ? String(parts[1]) : nil)
    }

    private mutating func takeShortOptions(_ text: Substring) throws(Failure) {
        var rest = text
        while let letter = rest.popFirst() {
            guard let option = knownOptions.first(where: { $0.short == letter }) else {
                throw usageFailure("there is no option -\(printable(letter))")
            }
            if case .none = option.value {
                try take(option, spelled: "-\(letter)", attached: nil)
            } else {
                try take(option, spelled: "-\(letter)", attached: rest.isEmpty ? nil : String(rest))
                return
            }
        }
    }

    private mutating func take(_ option: Option, spelled spelling: String, attached: String?) throws(Failure) {
        try checkGroup(of: option, spelled: spelling)
        switch option.value {
        case .none:
            guard attached == nil else { throw usageFailure("\(spelling) takes no value") }
            arguments.add(option, value: "")
        case .optional(let choices):
            if let attached { try check(attached, among: choices, spelling: spelling) }
            arguments.add(option, value: attached ?? "")
        case .required(let valueName, let completion):
            guard let value = attached ?? words.popFirst() else {
                throw usageFailure("\(spelling) needs a value: \(spelling) \(valueName)")
            }
            if case .choice(let choices) = completion { try check(value, among: choices, spelling: spelling) }
            arguments.add(option, value: value)
        }
    }

    private func check(_ value: String, among choices: [String], spelling: String) throws(Failure) {
        guard choices.contains(value) else {
            throw usageFailure("\(spelling) takes \(listed(choices, "or")), not \(quoted(value))")
        }
    }

    private func checkGroup(of option: Option, spelled spelling: String) throws(Failure) {
        guard let group = option.group else { return }
        let other = knownOptions.first { $0.group == group && $0.name != option.name && arguments.has($0) }
        if let other { throw usageFailure("\(spelling) and --\(other.name) exclude each other") }
    }

    // MARK: Positionals

    private mutating func takePositional(_ word: String) throws(Failure) {
        guard let verb else {
            guard let verb = verbs.first(where: { $0.name == word }) else { throw unknownVerb(word) }
            self.verb = verb
            return try checkOptionsBefore(verb)
        }
        try checkChoice(word, of: verb)
        arguments.add(positional: word)
        if verb.endsOptionsAtFirstPositional { takesOptions = false }
    }

    /// An option that stands before the verb has to be one of the verb's.
    private func checkOptionsBefore(_ verb: Verb) throws(Failure) {
        let names = verb.allOptions.map(\.name)
        guard let option = GlobalOptions.beforeVerb.first(where: { arguments.has($0) && !names.contains($0.name) })
        else { return }
        let others = verbs.filter { $0.options.contains(option) }.map(\.name)
        throw usageFailure("\(verb.name) takes no --\(option.name); \(listed(others, "and")) do")
    }

    /// Checks a word where the verb takes only some.
    private func checkChoice(_ word: String, of verb: Verb) throws(Failure) {
        let index = arguments.positionals.count
        guard index < verb.positionals.count else { return }
        let positional = verb.positionals[index]
        switch positional.completion {
        case .choice(let choices): try check(word, among: choices, spelling: positional.name)
        case .verb where !verbs.contains { $0.name == word }: throw unknownVerb(word)
        default: break
        }
    }

    private func checkCount(of verb: Verb) throws(Failure) {
        let count = arguments.positionals.count
        var least = 0
        var isBounded = true
        for positional in verb.positionals {
            switch positional.occurrence {
            case .one: least += 1
            case .optional: break
            case .any: isBounded = false
            case .atLeastOne:
                least += 1
                isBounded = false
            }
            if least > count { throw usageFailure("the \(positional.name) is missing") }
        }
        if isBounded, count > verb.positionals.count {
            throw usageFailure("one word too many: \(quoted(arguments.positionals[verb.positionals.count]))")
        }
    }

    // MARK: Failures

    private func usageFailure(_ message: String) -> Failure {
        let help = verb.map { "locctl help \($0.name)" } ?? "locctl --help"
        return Failure(.usage, "\(message) (see `\(help)`)")
    }

    private func unknownOption(_ name: String) -> Failure {
        let nearest = nearestName(to: name, among: knownOptions.map(\.name))
        let hint = nearest.map { "; did you mean --\($0)?" } ?? ""
        return usageFailure("there is no option --\(printable(name))\(hint)")
    }

    private func unknownVerb(_ word: String) -> Failure {
        let nearest = nearestName(to: word, among: verbs.map(\.name))
        let hint = nearest.map { "; did you mean \($0)?" } ?? ""
        return usageFailure("there is no verb \(quoted(word))\(hint)")
    }
}
