import JSON

/// The form of the store's own files: a JSON object that people can read and edit, whose first member says whether its
/// bytes are those that the store wrote.
///
///     {
///       "checksum": "SHA-256 of all bytes after this string",
///       "format": 1,
///       …
///     }
///
/// An administrator edits such a file by hand by removing the line with the checksum and changing the rest: a file
/// without a checksum counts as written by hand and is applied if it is valid. With a checksum that does not fit it is
/// damaged, since a changed bit cannot be told from a changed mind; the report says so.
struct ChecksummedFile {
    /// What the checksum says about the bytes.
    enum Integrity {
        case intact, edited, damaged
    }

    let document: JSONDocument
    let integrity: Integrity

    /// Reads a file's bytes.
    ///
    /// - Throws: `JSONError` with the first fault and its place.
    init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        document = try JSONDocument(parsing: bytes, limits: limits)
        integrity = ChecksummedFile.integrity(of: document)
    }

    /// The bytes of a file with these members after the checksum.
    static func bytes(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.beginObject()
        writer.name(checksumName)
        writer.string(String(repeating: "0", count: digestLength))
        members(&writer)
        writer.endObject()
        var bytes = writer.finish()
        // The writer's pretty form is `{`, a line end, two spaces, the quoted name, a colon, a space and a quote.
        let start = checksumName.utf8.count + 9
        let end = start + digestLength
        let digest = ContentDigest(of: bytes.span.extracting((end + 1)...))
        bytes.replaceSubrange(start..<end, with: digest.hexadecimal.utf8)
        return bytes
    }

    /// The name of the member that holds the checksum.
    static let checksumName = "checksum"

    private static let digestLength = 64

    private static func integrity(of document: JSONDocument) -> Integrity {
        guard let checksum = document.root[checksumName] else { return .edited }
        let bytes = document.bytes
        let end = checksum.offset + digestLength + 2
        guard let text = checksum.string, text.utf8.count == digestLength, end <= bytes.count else { return .damaged }
        return ContentDigest(of: bytes.span.extracting(end...)).hexadecimal == text ? .intact : .damaged
    }
}
