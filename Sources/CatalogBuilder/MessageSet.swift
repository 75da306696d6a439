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
    package var text: String
    /// Whether the text's markup is for the attributed call.
    package var isAttributed: Bool
    /// What the source says to translators; nil when nothing.
    package var comment: String?
    /// Where the source has it; nil for sources without lines.
    package var position: SourcePosition?

    package init(
        key: String, text: String, isAttributed: Bool = false, comment: String? = nil, position: SourcePosition? = nil
    ) {
        self.key = key
        self.text = text
        self.isAttributed = isAttributed
        self.comment = comment
        self.position = position
    }
}
