internal import Catalog

/// A text in place: bytes of a catalog that stay where they are, unchanged, for the life of the process.
///
/// Nothing is copied or allocated. It may be kept, and used from any thread, also after the language has changed.
public struct UTF8Text: Sendable, CustomStringConvertible {
    let bytes: CatalogBytes

    /// The number of UTF-8 bytes.
    public var count: Int { bytes.count }

    /// Lends the UTF-8 bytes.
    public func withUTF8<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The buffer outlives the process's every use of it.
        try body(unsafe bytes.buffer.span)
    }

    /// The UTF-8 bytes for C, followed by a NUL. They are never to be written or freed.
    @unsafe public var cString: UnsafePointer<CChar> {
        // An entry's text has an address and a NUL behind it; the catalog's reader makes sure of both.
        unsafe bytes.start.assumingMemoryBound(to: CChar.self)
    }

    /// A copy as a string.
    public var description: String { bytes.string }
}
