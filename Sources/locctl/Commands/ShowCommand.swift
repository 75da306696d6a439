import Catalog
import LinuxIO

/// `locctl show`: what a catalog holds.
enum ShowCommand {
    /// Larger files than any that `build` makes.
    private static let largestFile = 1 << 32

    static let verb = Verb(
        "show", "show what a catalog file holds",
        discussion: [
            "Needs no daemon. Shows whose texts they are and all messages, in the order of their keys. A file whose checksum "
                + "does not fit its content ends with status 9."
        ],
        positionals: [Positional("FILE", .one, .file(suffix: ".lcat"))],
        examples: [.init(command: "locctl show hi.lcat --json", meaning: "the same as a JSON object")],
        run: run)

    /// A catalog as `--json` prints it.
    struct Content: Encodable {
        struct Message: Encodable {
            let key: String
            let text: String
            /// Whether the text holds markup for the attributed call.
            let attributed: Bool
        }

        let domain: String
        let language: String
        let languageName: String
        let base: Bool
        let direction: String
        let createdBy: String
        /// SHA-256 of the sources, in hexadecimal digits; empty when not recorded.
        let sourceDigest: String
        let messages: [Message]
    }

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let content = try content(ofFile: invocation.arguments.positionals[0])
        if let json = invocation.console.json {
            try invocation.console.print(encoded: content, json)
        } else {
            try invocation.console.print(lines: lines(of: content, style: invocation.console.style))
        }
    }

    private static func content(ofFile path: String) throws(Failure) -> Content {
        let bytes = try reporting(on: path) { () throws(SystemError) in
            try FileContents(ofPath: path, limit: largestFile, followingLinks: true).bytes
        }
        do throws(CatalogError) {
            return try content(of: bytes)
        } catch {
            throw Failure(error.code == .checksumMismatch ? .notVerified : .other, "\(quoted(path)): \(error)")
        }
    }

    /// Reads a catalog's bytes; what is given is a copy of its own.
    static func content(of bytes: [UInt8]) throws(CatalogError) -> Content {
        try unsafe bytes.withUnsafeBytes { buffer in
            // Nothing of the catalog leaves the closure, and the bytes live as long as that.
            Result { () throws(CatalogError) in try unsafe Content(MessageCatalog(bytes: buffer)) }
        }.get()
    }

    /// The report for people.
    static func lines(of content: Content, style: Style) -> [String] {
        let name = content.languageName.isEmpty ? "" : " (\(content.languageName))"
        let facts = [
            ("Domain", content.domain), ("Language", content.language + name), ("Base", content.base ? "yes" : "no"),
            ("Direction", content.direction == TextDirection.rightToLeft.rawValue ? "right to left" : "left to right"),
            ("Made by", content.createdBy), ("Source", content.sourceDigest),
            ("Messages", "\(content.messages.count)"),
        ]
        var table = Table([("KEY", .left), ("TEXT", .left)])
        for message in content.messages { table.add([message.key, message.text]) }
        return factLines(facts) + (content.messages.isEmpty ? [] : [""] + table.lines(style: style))
    }
}

extension ShowCommand.Content {
    fileprivate init(_ catalog: MessageCatalog) {
        var messages: [Message] = []
        catalog.forEach { key, entry in
            messages.append(Message(key: key.string, text: entry.text.string, attributed: entry.isAttributed))
        }
        let metadata = catalog.metadata
        self.init(
            domain: metadata.domain, language: metadata.language, languageName: metadata.languageName,
            base: metadata.isBase, direction: metadata.direction.rawValue, createdBy: metadata.createdBy,
            sourceDigest: hexadecimal(metadata.sourceDigest), messages: messages)
    }
}

/// Bytes in lower-case hexadecimal digits.
private func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
