/// The completion script for zsh(1), made from the verb table: `_arguments` specifications for each verb.
enum ZshCompletion {
    static func script(verbs: [Verb]) -> String {
        """
        #compdef locctl
        # Completion for locctl in zsh. Made by `locctl completion zsh`.

        \(helpers)

        _locctl_verbs() {
            local -a verbs=(
        \(verbs.map { "        \(shellQuoted("\($0.name):\($0.summary)"))\n" }.joined())\
            )
            _describe 'verb' verbs
        }

        _locctl_verb() {
            case $1 in
        \(verbs.map(verbCase).joined())\
            esac
        }

        _locctl() {
            local context state state_descr line locctl_address
            local -A opt_args
            _arguments -C \\
        \(globalSpecifications.map { "        \($0) \\\n" }.joined())\
                '1:verb:_locctl_verbs' \\
                '*::argument:->argument'
            locctl_address=${opt_args[--address]}
            [[ $state == argument ]] && _locctl_verb $words[1]
        }

        if [[ $funcstack[1] == _locctl ]]; then
            _locctl "$@"
        else
            compdef _locctl locctl
        fi

        """
    }

    /// Asks the daemon that the line names so far.
    private static let helpers = #"""
        _locctl_ask() {
            local address=${opt_args[--address]:-$locctl_address}
            locctl ${address:+--address=$address} list --json=off "$@" 2>/dev/null
        }

        _locctl_languages() {
            local -a languages=("$@" ${(f)"$(_locctl_ask --quiet)"})
            compadd -a languages
        }

        _locctl_settings() {
            _locctl_languages auto
        }

        _locctl_domains() {
            local -a domains=(${(f)"$(_locctl_ask --domains)"})
            compadd -a domains
        }
        """#

    // MARK: Specifications

    private static func verbCase(_ verb: Verb) -> String {
        let words =
            verb.allOptions.flatMap { specifications(of: $0, in: verb.allOptions) }
            + zip(verb.positionals, 1...).flatMap { specifications(of: $0, position: $1) }
        let separator = " \\\n            "
        return "    \(verb.name)) _arguments -S \(words.joined(separator: separator)) ;;\n"
    }

    private static var globalSpecifications: [String] {
        GlobalOptions.beforeVerb.flatMap { specifications(of: $0, in: GlobalOptions.beforeVerb) }
    }

    /// One specification for each way to type the option, with the options that it rules out.
    private static func specifications(of option: Option, in options: [Option]) -> [String] {
        let words = option.words
        let others = options.filter { $0.group != nil && $0.group == option.group && $0.name != option.name }
        let excluded = others.flatMap(\.words) + (option.isRepeatable ? [] : words)
        let exclusion = excluded.isEmpty ? "" : "(\(excluded.joined(separator: " ")))"
        let summary = "[\(escaped(option.summary))]"
        return words.map { word in
            let isLong = word.hasPrefix("--")
            let start = exclusion + (option.isRepeatable ? "*" : "") + word
            switch option.value {
            case .none: return shellQuoted(start + summary)
            case .required(let name, let completion):
                return shellQuoted(start + (isLong ? "=" : "+") + summary + ":\(name):\(action(completion))")
            case .optional(let choices):
                return shellQuoted(start + "=-" + summary + "::\(option.name):\(action(.choice(choices)))")
            }
        }
    }

    private static func specifications(of positional: Positional, position: Int) -> [String] {
        let name = escaped(positional.name)
        if positional.completion == .command {
            return [shellQuoted("(-)\(position):\(name): _command_names -e"), shellQuoted("*::argument:_normal")]
        }
        let offer = action(positional.completion)
        return switch positional.occurrence {
        case .one: [shellQuoted("\(position):\(name):\(offer)")]
        case .optional: [shellQuoted("\(position)::\(name):\(offer)")]
        case .any, .atLeastOne: [shellQuoted("*:\(name):\(offer)")]
        }
    }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .none: " "
        case .language(let orAutomatic): orAutomatic ? "_locctl_settings" : "_locctl_languages"
        case .domain: "_locctl_domains"
        case .file(let suffix): suffix.map { "_files -g \"*\($0)\"" } ?? "_files"
        case .directory: "_files -/"
        case .choice(let choices): "(\(choices.joined(separator: " ")))"
        case .command: "_command_names -e"
        case .verb: "_locctl_verbs"
        }
    }

    /// Text inside a specification, where brackets, colons and backslashes have a meaning.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "[]:\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    private static func shellQuoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
