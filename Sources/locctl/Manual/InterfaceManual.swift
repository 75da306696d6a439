import LocdInterface

/// The part of org.locd(7) that is made from the interfaces' own descriptions.
///
/// A description is blocks with an empty line between them: comments, then what they are about. In a comment a line
/// that is indented begins with the names of members and a colon, or goes on with the line before it.
enum InterfaceManual {
    static let descriptions = [LocaleInterface.idl, CatalogInterface.idl]

    private struct Block {
        /// Lines without `# `.
        var comment: [Substring] = []
        /// On one line, blanks made one.
        var declaration: String

        init(_ text: Substring) {
            let lines = text.split(separator: "\n")
            comment = lines.filter { $0.hasPrefix("#") }.map { $0.dropFirst($0.hasPrefix("# ") ? 2 : 1) }
            declaration = lines.filter { !$0.hasPrefix("#") }.flatMap { $0.split(separator: " ") }
                .joined(separator: " ")
        }

        /// `interface`, `type`, `method` or `error`.
        var keyword: Substring { declaration.prefix { $0 != " " } }
    }

    static func lines(descriptions: [String]) -> [String] { descriptions.flatMap(lines) }

    private static func lines(description: String) -> [String] {
        let blocks = description.split(separator: "\n\n").map(Block.init)
        var lines: [String] = []
        for block in blocks where block.keyword == "interface" {
            let name = block.declaration.dropFirst("interface ".count)
            lines += ["# \(name.uppercased())", ""] + paragraphs(of: block.comment, indent: "")
        }
        for (keyword, title) in [("method", "Methods"), ("error", "Errors"), ("type", "Types")] {
            lines += ["## \(title)", ""]
            for block in blocks where block.keyword == keyword { lines += entry(block) }
        }
        return lines
    }

    private static func entry(_ block: Block) -> [String] {
        let declaration = block.declaration.dropFirst(block.keyword.utf8.count + 1)
        let name = declaration.prefix { $0 != "(" && $0 != " " }
        let rest = declaration.dropFirst(name.utf8.count)
            .split(separator: "( ", omittingEmptySubsequences: false).joined(separator: "(")
            .split(separator: " )", omittingEmptySubsequences: false).joined(separator: ")")
        return ["*\(name)*\(Scdoc.escaped(rest))", ""] + paragraphs(of: block.comment, indent: "\t")
    }

    private static func paragraphs(of comment: [Substring], indent: String) -> [String] {
        var paragraphs: [String] = []
        for line in comment {
            let text = line.drop { $0 == " " }
            if paragraphs.isEmpty || (line.hasPrefix(" ") && namesMembers(text)) {
                paragraphs.append(String(text))
            } else {
                paragraphs[paragraphs.count - 1] += " \(text)"
            }
        }
        return paragraphs.flatMap { [indent + Scdoc.prose($0), ""] }
    }

    /// Whether a line begins like `region, locale: what they are`.
    private static func namesMembers(_ line: Substring) -> Bool {
        guard let colon = line.firstIndex(of: ":") else { return false }
        return line[..<colon].split(separator: ", ").allSatisfy { $0.allSatisfy(\.isLetter) }
    }
}
