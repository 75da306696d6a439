/// The notation of scdoc(5), in which the manual is written.
enum Scdoc {
    /// Text that is to be read as it stands.
    static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for character in text {
            // `~` and `^` would be drawn as accents by some.
            if "\\*_#[]|<>~^`'".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }

    static func bold(_ text: some StringProtocol) -> String { "*\(escaped(text))*" }

    /// Text with what stands in backquotes set off.
    static func prose(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset.isMultiple(of: 2) ? escaped($0.element) : bold($0.element) }.joined()
    }

    /// Terms and what they mean, each a paragraph with its meaning indented under it.
    static func definitions(_ definitions: [(term: String, meaning: String)]) -> [String] {
        definitions.flatMap { [bold($0.term), "\t\(prose($0.meaning))", ""] }
    }
}
