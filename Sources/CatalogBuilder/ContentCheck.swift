import Catalog

/// Whether what stands for a key fits a catalog.
struct ContentCheck {
    /// What is wrong, as it goes on after “the text of “key””, and where, if that is known.
    struct Failure: Error {
        let message: String
        let position: SourcePosition?
    }

    /// Variants that one select may have.
    private static let maximumVariantCount = 1000
    private static let maximumNameSize = 256

    /// Bytes of all texts, and what variants add to them.
    private(set) var size = 0
    /// What deserves a warning in the first text that does; nil when nothing does.
    private(set) var suspiciousContent: String?
    private var depth = 0

    /// Goes over a message's content once.
    mutating func run(_ content: MessageContent) throws(Failure) {
        switch content {
        case .text(let text):
            try add(text)
        case .sequence(let pieces):
            for piece in pieces { try run(piece) }
        case .select(let select):
            guard depth < CatalogFormat.maximumSelectDepth else {
                throw fault("has variants nested deeper than \(CatalogFormat.maximumSelectDepth)", in: select)
            }
            depth += 1
            try check(select)
            for variant in select.variants {
                size += CatalogFormat.selectCost
                try run(variant.content)
            }
            depth -= 1
        }
    }

    private mutating func add(_ text: String) throws(Failure) {
        size += text.utf8.count
        if size > CatalogFormat.maximumTextSize {
            throw Failure(
                message: "has \(size) bytes, more than \(CatalogFormat.maximumTextSize)", position: nil)
        }
        if text.utf8.contains(0) { throw Failure(message: "holds NUL", position: nil) }
        suspiciousContent = suspiciousContent ?? CatalogBuilder.suspiciousContent(of: text)
    }

    private func fault(_ message: String, in select: MessageSelect) -> Failure {
        Failure(message: message, position: select.position)
    }

    private func check(_ select: MessageSelect) throws(Failure) {
        switch select.argument {
        case .position(let position):
            guard (0..<TemplateSpecifier.maximumPosition).contains(position) else {
                throw fault("chooses by argument \(position + 1), which is none", in: select)
            }
        case .name(let name):
            guard (1...Self.maximumNameSize).contains(name.utf8.count), !name.utf8.contains(0) else {
                throw fault("chooses by the argument \(quoted(name)), which is none", in: select)
            }
        }
        guard select.variants.count <= Self.maximumVariantCount else {
            throw fault("has \(select.variants.count) variants, more than \(Self.maximumVariantCount)", in: select)
        }
        guard select.other != nil else { throw fault("has variants, but none is “other”", in: select) }
        var selectors: Set<MessageSelect.Selector> = []
        for variant in select.variants {
            let selector = variant.selector
            guard select.takes(selector) else {
                throw fault("has a variant for \(selector), which cannot be", in: select)
            }
            guard selectors.insert(selector).inserted else {
                throw fault("has two variants for \(selector)", in: select)
            }
        }
    }
}

extension MessageSelect {
    /// Exact numbers beyond it are refused: a number of so many digits is not told from its neighbours.
    private static let largestExact: UInt64 = 1_000_000_000_000_000

    /// Whether a variant of this select can be for that.
    fileprivate func takes(_ selector: Selector) -> Bool {
        switch selector {
        case .category(let category): kind != .word || category == .other
        case .exact(let value): kind != .word && value.magnitude < Self.largestExact
        case .word(let word): kind == .word && !word.utf8.contains(0)
        }
    }
}

extension MessageSelect.Selector: CustomStringConvertible {
    /// As sources write it: `few`, `=1`, a word in quotation marks.
    package var description: String {
        switch self {
        case .category(let category): category.keyword
        case .exact(let value): "=\(value)"
        case .word(let word): quoted(word)
        }
    }
}
