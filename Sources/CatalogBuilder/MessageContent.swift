package import Catalog

/// What stands for a key: a text, or texts among which arguments choose.
package indirect enum MessageContent: Hashable, Sendable {
    /// A text, with specifiers as templates have them (`%@`, `{name}`).
    case text(String)
    /// One of several contents.
    case select(MessageSelect)
    /// Pieces, one after the other: `%@ has ` and a select. Specifiers without a position go on counting from piece to
    /// piece; in a variant they begin anew.
    case sequence([MessageContent])

    /// The text with every select saying what `other` does; nothing where a select lacks it.
    package var neutralText: String {
        switch self {
        case .text(let text): text
        case .select(let select): select.other?.neutralText ?? ""
        case .sequence(let pieces): pieces.map(\.neutralText).joined()
        }
    }

    /// Whether there is no text at all, in any variant.
    var isEmpty: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .select(let select): select.variants.allSatisfy(\.content.isEmpty)
        case .sequence(let pieces): pieces.allSatisfy(\.isEmpty)
        }
    }

    /// Calls `body` with every text, those of all variants included.
    func forEachText(_ body: (String) -> Void) {
        switch self {
        case .text(let text): body(text)
        case .select(let select): for variant in select.variants { variant.content.forEachText(body) }
        case .sequence(let pieces): for piece in pieces { piece.forEachText(body) }
        }
    }
}

extension MessageContent {
    /// What in the markup of its texts deserves a warning, were it read.
    var markupFindings: [String] {
        switch self {
        case .text(let text): MessageTemplate(parsing: text).markupFindings
        case .select(let select): select.variants.flatMap(\.content.markupFindings)
        // A section may reach over several pieces, a select being one of its characters.
        case .sequence(let pieces):
            MessageTemplate(parsing: pieces.map(\.textAlone).joined()).markupFindings
                + pieces.flatMap { $0.textAlone.isEmpty ? $0.markupFindings : [] }
        }
    }

    private var textAlone: String {
        switch self {
        case .text(let text): text
        case .select: ""
        case .sequence(let pieces): pieces.map(\.textAlone).joined()
        }
    }
}

/// Contents among which an argument chooses.
package struct MessageSelect: Hashable, Sendable {
    /// How the argument chooses.
    package enum Kind: Sendable {
        /// As a count: 3 files.
        case cardinal
        /// As a place in an order: the 3rd file.
        case ordinal
        /// As a word.
        case word
    }

    /// Which argument chooses.
    package enum Argument: Hashable, Sendable {
        /// A positional one, from 0.
        case position(Int)
        case name(String)
    }

    /// What a variant is for.
    package enum Selector: Hashable, Sendable {
        /// Numbers of this category; `other` is for everything that no variant is for, words as well.
        case category(PluralCategory)
        /// The number of this value, however it is shown; it goes before the number's category.
        case exact(Int64)
        case word(String)
    }

    package struct Variant: Hashable, Sendable {
        package var selector: Selector
        package var content: MessageContent

        package init(_ selector: Selector, _ content: MessageContent) {
            self.selector = selector
            self.content = content
        }
    }

    package var kind: Kind
    package var argument: Argument
    package var variants: [Variant]
    /// Where the source has it; nil for sources without lines.
    package var position: SourcePosition?

    package init(
        _ kind: Kind, on argument: Argument, variants: [Variant], position: SourcePosition? = nil
    ) {
        self.kind = kind
        self.argument = argument
        self.variants = variants
        self.position = position
    }

    /// What is shown where no variant is for the argument; a catalog is not made without it.
    package var other: MessageContent? {
        variants.first { $0.selector == .category(.other) }?.content
    }
}
