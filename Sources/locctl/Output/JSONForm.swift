/// How JSON is printed.
enum JSONForm: Sendable {
    /// Over several lines.
    case pretty
    /// On one line.
    case short
}

extension Arguments {
    /// The form that `--json` asks for; nil without it and for `--json=off`.
    func jsonForm(isTerminal: Bool) -> JSONForm? {
        switch value(of: GlobalOptions.json) {
        case nil, "off": nil
        case "pretty": .pretty
        case "short": .short
        default: isTerminal ? .pretty : .short
        }
    }
}
