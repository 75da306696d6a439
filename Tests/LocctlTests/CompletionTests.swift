import LinuxIO
import Testing

@testable import locctl

/// The completion scripts at work in the shells themselves, with a `locctl` that knows two languages and a domain.
@Suite struct CompletionTests {
    @Test(
        "bash offers what the verb table allows",
        arguments: [
            (["paint", "--b"], ["--brush"]),
            (["pa"], ["paint"]),
            ([""], ["paint", "mend", "order", "speak"]),
            (["paint", "red", "--brush", ""], ["wide", "fine"]),
            (["paint", "--brush", "=", "w"], ["wide"]),
            (["paint", "--brush", "="], ["wide", "fine"]),
            (["paint", "--json", "=", "s"], ["short"]),
            (["--json", "=", "p"], ["pretty"]),
            (["paint", "--ind"], ["--indoors"]),
            (
                ["paint", "-"],
                ["-s", "--size", "-f", "--fast", "--mix", "--brush", "--indoors", "--outdoors"] + common
            ),
            (["mend", ""], ["glue", "nail"]),
            (["mend", "-q", "g"], ["glue"]),
            (["mend", "glue", ""], []),
            (["speak", ""], ["auto", "en", "zh-Hant"]),
            (["speak", "en", "z"], ["zh-Hant"]),
            (["speak", "--where", ""], ["kiosk"]),
            (["speak", "--where", "=", "k"], ["kiosk"]),
            (["--address", "/a b", "speak", "at"], ["at:--address=/a b"]),
            (["--address", "=", "/a", "speak", "at"], ["at:--address=/a"]),
            (["order", "--", "printen"], ["printenv"]),
            (["order", "-f", "printen"], ["printenv"]),
            (["nonsense", ""], []),
        ])
    func bash(words: [String], offers: [String]) throws {
        let script = BashCompletion.script(verbs: Sample.verbs + [Sample.speak])
        #expect(try Shell.bash.run(script + Self.fakeTool + Self.ask, words) == offers)
    }

    private static let common = ["--address", "--json", "-q", "--quiet", "-h", "--help", "--version"]

    /// A `locctl` for the script to ask. It shows how it was called where the address is `/a`.
    private static let fakeTool = """

        locctl() {
            case "$*" in
            *--domains*) echo kiosk ;;
            *--address*) [[ $1 == --address ]] && echo "at:--address=$2" || echo "at:$1" ;;
            *) printf 'en\\nzh-Hant\\n' ;;
            esac
        }

        """

    /// Completes the last of the words that the script is given.
    private static let ask = """

        COMP_WORDS=(locctl "$@") COMP_CWORD=$#
        _locctl
        [[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\\n' "${COMPREPLY[@]}"

        """

    @Test("The script of the true table is one that the shell can read", arguments: [Shell.bash, Shell.zsh])
    func syntax(shell: Shell) throws {
        guard shell.isInstalled else { return }
        let script = shell == .bash ? BashCompletion.script : ZshCompletion.script
        try #expect(shell.run("set -n\n" + script(VerbTable.verbs), []) == [])
    }
}
