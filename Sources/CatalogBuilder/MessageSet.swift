package import Catalog

/// The messages of one domain in one language on their way from a source file to a catalog.
package struct MessageSet: Hashable, Sendable {
    /// What the catalog will say of itself.
    package var metadata: CatalogMetadata
    /// In the order of the source.
    package var messages: [Message]

    package init(metadata: CatalogMetadata, messages: [Message] = []) {
        self.metadata = metadata
        self.messages = messages
    }
}

/// One key and what stands for it.
package struct Message: Hashable, Sendable {
    package var key: String
    package var content: MessageContent
    /// Whether the text's markup is for the attributed call.
    package var isAttributed: Bool
    /// What the source says to translators; nil when nothing.
    package var comment: String?
    /// Where the source has it; nil for sources without lines.
    package var position: SourcePosition?

    package init(
        key: String, content: MessageContent, isAttributed: Bool = false, comment: String? = nil,
        position: SourcePosition? = nil
    ) {
        self.key = key
        self.content = content
        self.isAttributed = isAttributed
        self.comment = comment
        self.position = position
    }

    /// A message that is one text whatever its arguments are.
    package init(
        key: String, text: String, isAttributed: Bool = false, comment: String? = nil, position: SourcePosition? = nil
    ) {
        self.init(
            key: key, content: .text(text), isAttributed: isAttributed, comment: comment, position: position)
    }

    /// The text as it is without arguments: of variants, what `other` says.
    package var text: String { content.neutralText }
}
