/// The completion script for bash(1), made from the verb table.
///
/// The table comes as a few shell functions: the options of a verb, what an option takes, what a positional takes. The
/// rest of the script is the same for any table. It needs nothing but bash 4.4. Names of languages and domains are asked
/// of the daemon and compared as text, never handed to the shell to expand.
enum BashCompletion {
    static func script(verbs: [Verb]) -> String {
        """
        # Completion for locctl in bash. Made by `locctl completion bash`.

        \(verbFunction(verbs))

        \(optionsFunction(verbs))

        \(valueFunction(verbs))

        \(positionalFunction(verbs))

        \(endsOptionsFunction(verbs))

        \(machinery)

        """
    }

    // MARK: Tables

    private static func verbFunction(_ verbs: [Verb]) -> String {
        function("_locctl_verbs", ["echo '\(verbs.map(\.name).joined(separator: " "))'"])
    }

    private static func optionsFunction(_ verbs: [Verb]) -> String {
        let cases = verbs.map { verb in "\(verb.name)) echo '\(optionWords(verb.allOptions))' ;;" }
        return selectFunction(
            "_locctl_options", "$1", cases + ["*) echo '\(optionWords(GlobalOptions.beforeVerb))' ;;"])
    }

    private static func optionWords(_ options: [Option]) -> String {
        options.flatMap { option in option.words }.joined(separator: " ")
    }

    private static func valueFunction(_ verbs: [Verb]) -> String {
        let own = verbs.flatMap { verb in valueCases(verb.options, prefix: "'\(verb.name) '") }
        return selectFunction("_locctl_value", "$1 $2", own + valueCases(GlobalOptions.beforeVerb, prefix: "*' '"))
    }

    private static func valueCases(_ options: [Option], prefix: String) -> [String] {
        options.compactMap { option in
            let kind: String
            switch option.value {
            case .none: return nil
            case .required(_, let completion): kind = kindWords(completion)
            case .optional(let choices): kind = "=" + kindWords(.choice(choices))
            }
            let patterns = option.words.map { prefix + $0 }.joined(separator: "|")
            return "\(patterns)) echo '\(kind)' ;;"
        }
    }

    private static func positionalFunction(_ verbs: [Verb]) -> String {
        let cases = verbs.flatMap { verb in
            verb.positionals.enumerated().map { index, positional in
                let isLast = index == verb.positionals.count - 1
                let isRepeated = isLast && (positional.occurrence == .any || positional.occurrence == .atLeastOne)
                let pattern = isRepeated ? "'\(verb.name) '*" : "'\(verb.name) \(index)'"
                return "\(pattern)) echo '\(kindWords(positional.completion))' ;;"
            }
        }
        return selectFunction("_locctl_positional", "$1 $2", cases)
    }

    /// Whether a verb's first positional ends its options.
    private static func endsOptionsFunction(_ verbs: [Verb]) -> String {
        let cases = verbs.filter(\.endsOptionsAtFirstPositional).map { "\($0.name)) return 0 ;;" }
        return selectFunction("_locctl_ends_options", "$1", cases + ["*) return 1 ;;"])
    }

    /// A completion as `_locctl_offer` understands it.
    private static func kindWords(_ completion: Completion) -> String {
        switch completion {
        case .none: "none"
        case .language(let orAutomatic): orAutomatic ? "language auto" : "language"
        case .domain: "domain"
        case .file(let suffix): suffix.map { "file \($0)" } ?? "file"
        case .directory: "directory"
        case .choice(let choices): "choice \(choices.joined(separator: " "))"
        case .command: "command"
        case .verb: "verb"
        }
    }

    private static func selectFunction(_ name: String, _ subject: String, _ cases: [String]) -> String {
        function(name, ["case \"\(subject)\" in"] + cases + ["esac"])
    }

    private static func function(_ name: String, _ lines: [String]) -> String {
        "\(name)() {\n" + lines.map { "    \($0)\n" }.joined() + "}"
    }

    // MARK: Machinery

    private static let machinery = #"""
        # Offers those of the words after the first argument that begin with it.
        _locctl_match() {
            local start=$1 word
            shift
            for word; do
                [[ $word == "$start"* ]] && COMPREPLY+=("$word")
            done
        }

        # Offers what suits a kind of value: _locctl_offer CURRENT POSITION KIND [WORD...]
        _locctl_offer() {
            local current=$1 position=$2 kind=$3 lines
            shift 3
            case $kind in
            choice) _locctl_match "$current" "$@" ;;
            verb)
                read -ra lines < <(_locctl_verbs)
                _locctl_match "$current" "${lines[@]}"
                ;;
            language)
                mapfile -t lines < <(locctl "${address[@]}" list --quiet --json=off 2>/dev/null)
                _locctl_match "$current" "$@" "${lines[@]}"
                ;;
            domain)
                mapfile -t lines < <(locctl "${address[@]}" list --domains --json=off 2>/dev/null)
                _locctl_match "$current" "${lines[@]}"
                ;;
            file)
                compopt -o filenames 2>/dev/null
                if [[ $# -gt 0 ]]; then
                    mapfile -t COMPREPLY < <(compgen -f -X "!*$1" -- "$current"; compgen -d -- "$current")
                else
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                fi
                ;;
            directory)
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -d -- "$current")
                ;;
            command)
                if [[ $position -eq 0 ]]; then
                    mapfile -t COMPREPLY < <(compgen -c -- "$current")
                else
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                fi
                ;;
            esac
        }

        _locctl() {
            local -a words=() address=() kind=() offers=()
            local i word verb='' option='' ended='' join='' position=0
            COMPREPLY=()

            # readline splits at `=`; an option and its value become one word again.
            for ((i = 0; i <= COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                if [[ $word == = && ${#words[@]} -gt 1 && ${words[-1]} == --* ]]; then
                    words[-1]+='='
                    join=1
                elif [[ -n $join ]]; then
                    words[-1]+=$word
                    join=''
                else
                    words+=("$word")
                fi
            done

            for ((i = 1; i < ${#words[@]} - 1; i++)); do
                word=${words[i]}
                if [[ -n $option ]]; then
                    [[ $option == --address ]] && address=(--address "$word")
                    option=''
                elif [[ -z $ended && $word == -- ]]; then
                    ended=1
                elif [[ -z $ended && $word == -[!0-9.]* ]]; then
                    case $word in
                    --address=*) address=("$word") ;;
                    --*=*) ;;
                    *)
                        read -ra kind < <(_locctl_value "$verb" "$word")
                        [[ ${#kind[@]} -gt 0 && ${kind[0]} != =* ]] && option=$word
                        ;;
                    esac
                elif [[ -z $verb ]]; then
                    verb=$word
                else
                    ((position++))
                    _locctl_ends_options "$verb" && ended=1
                fi
            done

            word=${words[-1]}
            if [[ -n $option ]]; then
                read -ra kind < <(_locctl_value "$verb" "$option")
                _locctl_offer "$word" 0 "${kind[@]}"
            elif [[ -z $ended && $word == --*=* ]]; then
                read -ra kind < <(_locctl_value "$verb" "${word%%=*}")
                [[ ${#kind[@]} -gt 0 ]] && _locctl_offer "${word#*=}" 0 "${kind[0]#=}" "${kind[@]:1}"
            elif [[ -z $ended && $word == -* ]]; then
                read -ra offers < <(_locctl_options "$verb")
                _locctl_match "$word" "${offers[@]}"
            elif [[ -z $verb ]]; then
                read -ra offers < <(_locctl_verbs)
                _locctl_match "$word" "${offers[@]}"
            else
                read -ra kind < <(_locctl_positional "$verb" "$position")
                [[ ${#kind[@]} -gt 0 ]] && _locctl_offer "$word" "$position" "${kind[@]}"
            fi
            return 0
        }

        complete -F _locctl locctl
        """#
}
