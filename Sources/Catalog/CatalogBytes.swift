/// Bytes of a catalog, which stay where they are and unchanged for the life of the process.
///
/// The one place of this module that vouches for sharing between threads: whoever opened the `MessageCatalog`
/// promised that its bytes are never unmapped and never written again, so any thread may read them at any time.
/// Nothing in the module writes through `start`.
@safe
package struct CatalogBytes: @unchecked Sendable {
    package let start: UnsafeRawPointer
    package let count: Int

    @inlinable
    package init(start: UnsafeRawPointer, count: Int) {
        unsafe self.start = start
        self.count = count
    }

    /// The part at `offset`, or nil when it does not lie wholly inside.
    @inlinable
    @inline(__always)
    package func slice(at offset: Int, count size: Int) -> CatalogBytes? {
        guard offset >= 0, size >= 0, offset <= count, size <= count - offset else { return nil }
        return unsafe CatalogBytes(start: start + offset, count: size)
    }

    /// The text whose offset and size stand as two 32-bit numbers at `position` of `record`, or nil when it does not
    /// lie wholly inside. `record` must hold eight bytes there.
    @inlinable
    @inline(__always)
    package func slice(named record: CatalogBytes, at position: Int) -> CatalogBytes? {
        slice(at: Int(record.uint32(at: position)), count: Int(record.uint32(at: position + 4)))
    }

    @inlinable
    package func uint8(at offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < count)
        return unsafe start.load(fromByteOffset: offset, as: UInt8.self)
    }

    @inlinable
    package func uint16(at offset: Int) -> UInt16 {
        precondition(offset >= 0 && offset <= count - 2)
        return unsafe UInt16(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    @inlinable
    package func uint32(at offset: Int) -> UInt32 {
        precondition(offset >= 0 && offset <= count - 4)
        return unsafe UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    @inlinable
    package func uint64(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset <= count - 8)
        return unsafe UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The bytes, for use without a copy.
    @inlinable
    package var buffer: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// A copy as a string; bytes that are not UTF-8 become U+FFFD.
    package var string: String {
        unsafe String(decoding: buffer, as: UTF8.self)
    }

    /// Whether these are exactly the bytes of `other`.
    @inlinable
    @inline(__always)
    package func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
        guard other.count == count else { return false }
        guard count > 0, let otherStart = other.baseAddress else { return true }
        return unsafe equalBytes(start, otherStart, count)
    }
}

/// Compares `count` bytes, eight at a time; the last eight may overlap the ones before.
@inlinable
@inline(__always)
func equalBytes(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ count: Int) -> Bool {
    func differ(at offset: Int) -> Bool {
        unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    if count >= 8 {
        var offset = 0
        while offset < count - 8 {
            if differ(at: offset) { return false }
            offset += 8
        }
        return !differ(at: count - 8)
    }
    for offset in 0..<count
    where unsafe left.load(fromByteOffset: offset, as: UInt8.self)
        != right.load(fromByteOffset: offset, as: UInt8.self)
    {
        return false
    }
    return true
}
