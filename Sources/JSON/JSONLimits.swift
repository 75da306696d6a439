/// The most a document may ask of its reader.
///
/// A document that passes a limit is refused with an error that names the limit; nothing of it is used.
package struct JSONLimits: Sendable, Equatable {
    /// The whole document in bytes, white space included; at most `UInt32.max`.
    package var maximumBytes: Int
    /// How deep arrays and objects may nest; a lone scalar has depth 0, `[]` has depth 1.
    package var maximumDepth: Int
    /// Object members in the whole document, on all levels together.
    package var maximumMembers: Int
    /// The longest string or member name, in UTF-8 bytes after its escapes are resolved, and the longest number text.
    package var maximumStringBytes: Int
    /// Whether `\u0000` may stand in a string. RFC 8259 allows it; a C string or a path would end there.
    package var allowsNUL: Bool

    /// Creates limits; every number is the largest that is still accepted.
    package init(
        maximumBytes: Int, maximumDepth: Int, maximumMembers: Int, maximumStringBytes: Int, allowsNUL: Bool = true
    ) {
        precondition(maximumBytes <= Int(UInt32.max), "offsets are kept in 32 bits")
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumMembers = maximumMembers
        self.maximumStringBytes = maximumStringBytes
        self.allowsNUL = allowsNUL
    }

    /// What a client may send: 64 KiB, depth 32, 256 members, strings of 4096 bytes.
    ///
    /// NUL characters pass here so that whoever checks the parameters can name the one that holds it.
    package static let request = JSONLimits(
        maximumBytes: 64 << 10, maximumDepth: 32, maximumMembers: 256, maximumStringBytes: 4096)

    /// What a service may answer: 1 MiB, depth 64, any number of members, strings up to the whole.
    package static let reply = JSONLimits(
        maximumBytes: 1 << 20, maximumDepth: 64, maximumMembers: .max, maximumStringBytes: 1 << 20)

    /// A file of texts that people wrote: 64 MiB, depth 64, strings of 1 MiB, no NUL characters.
    package static let sourceFile = JSONLimits(
        maximumBytes: 64 << 20, maximumDepth: 64, maximumMembers: .max, maximumStringBytes: 1 << 20, allowsNUL: false)
}
