/// How text is set off on a terminal; everywhere else nothing is added.
struct Style: Sendable {
    /// Whether escape sequences (ECMA-48, Select Graphic Rendition) are written.
    let isColoured: Bool

    /// The rule of <https://no-color.org>: colours on a terminal that can show them, unless `NO_COLOR` holds anything.
    init(isTerminal: Bool, noColor: String?, terminalType: String?) {
        let isCapable = terminalType != nil && terminalType != "" && terminalType != "dumb"
        isColoured = isTerminal && isCapable && (noColor ?? "").isEmpty
    }

    func heading(_ text: String) -> String { rendered(text, "1") }
    func error(_ text: String) -> String { rendered(text, "1;31") }
    func warning(_ text: String) -> String { rendered(text, "1;33") }

    private func rendered(_ text: String, _ parameters: String) -> String {
        isColoured ? "\u{1B}[\(parameters)m\(text)\u{1B}[0m" : text
    }
}
