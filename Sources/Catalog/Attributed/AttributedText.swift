/// A message's text with attributes, in a form that no toolkit owns: pieces of text, each with what applies to it.
///
/// It can be coded, as an array of spans, for programs in other languages.
public struct AttributedText: Hashable, Sendable {
    /// A piece of text, or an image.
    public struct Span: Hashable, Sendable, Codable {
        /// The text; nothing for an image.
        public var text: String
        /// What applies to the text beyond the base style.
        public var attributes: TextAttributes
        /// The image that stands here; nil for text.
        public var image: TextImage?

        /// A piece of text.
        public init(_ text: String, _ attributes: TextAttributes = TextAttributes()) {
            self.text = text
            self.attributes = attributes
        }

        /// An image.
        public init(_ image: TextImage, _ attributes: TextAttributes = TextAttributes()) {
            text = ""
            self.attributes = attributes
            self.image = image
        }
    }

    /// In the order of the text; neighbours differ in their attributes, none is without text and image.
    public private(set) var spans: [Span] = []

    /// No text.
    public init() {}

    /// These spans, put together where nothing tells them apart.
    public init(_ spans: [Span]) {
        for span in spans { append(span) }
    }

    /// The text alone, without images.
    public var plainText: String { spans.map(\.text).joined() }

    /// Appends a span, to the last one if nothing tells them apart.
    mutating func append(_ span: Span) {
        if span.image == nil {
            if span.text.isEmpty { return }
            if let last = spans.last, last.image == nil, last.attributes == span.attributes {
                spans[spans.count - 1].text += span.text
                return
            }
        }
        spans.append(span)
    }
}

extension AttributedText: Codable {
    /// From an array of spans.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([Span].self))
    }

    /// As an array of spans.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(spans)
    }
}

/// An image within a text.
public struct TextImage: Hashable, Sendable, Codable {
    /// The image's name, from which the program finds it.
    public var name: String
    /// In points; nil for the image's own.
    public var width: Double?
    /// In points; nil for the image's own.
    public var height: Double?
    /// How far to the right of where it would stand, in points; nil for 0.
    public var x: Double?
    /// How far above of where it would stand, in points; nil for the font's descender.
    public var y: Double?

    /// An image of this name.
    public init(name: String) {
        self.name = name
    }
}
