internal import Catalog

/// A text in place: bytes of a catalog that stay where they are, unchanged, for the life of the process.
///
/// Nothing is copied or allocated. It may be kept, and used from any thread, also after the language has changed.
public struct UTF8Text: Sendable, CustomStringConvertible {
    // An address, as pointers say nothing about threads; what it leads to never changes.
    @usableFromInline let address: UInt
    /// The number of UTF-8 bytes.
    public let count: Int

    init(_ text: CatalogBytes) {
        address = unsafe UInt(bitPattern: text.start)
        count = text.count
    }

    /// Lends the UTF-8 bytes.
    @inlinable
    public func withUTF8<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The bytes outlive every use of them.
        try body(unsafe UnsafeBufferPointer(start: UnsafePointer(bitPattern: address), count: count).span)
    }

    /// The UTF-8 bytes for C, followed by a NUL. They are never to be written or freed.
    @unsafe @inlinable
    public var cString: UnsafePointer<CChar> {
        // The address is that of bytes, so it is not zero.
        unsafe UnsafePointer(bitPattern: address).unsafelyUnwrapped
    }

    /// A copy as a string.
    public var description: String {
        withUTF8 { bytes in unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }
    }
}
