/// The seeded 64-bit hash of message keys that places them in a catalog's slots.
///
/// Two secrets are drawn from the seed. The key is read sixteen bytes at a time as two little-endian words; each
/// word is combined with a secret or the state, the two are multiplied to 128 bits, and the halves of the product
/// are the next state. The last one to sixteen bytes are read as two words that may overlap; shorter keys fill the
/// words from their first, middle and last bytes. The size takes part, so that the ways of reading do not meet.
///
/// It is no cryptographic hash: that nobody can slow lookups down rests on the writer, which tries seeds until no key
/// lies far from its slot, and on the reader, which never looks further than that.
package struct KeyHash: Sendable {
    @usableFromInline let first: UInt64
    @usableFromInline let second: UInt64

    package init(seed: UInt64) {
        first = KeyHash.fold(seed ^ 0x6A09_E667_F3BC_C908, 0x9E6C_63D0_876A_3F6B)
        second = KeyHash.fold(seed ^ 0xBB67_AE85_84CA_A73B, 0xB7E1_5162_8AED_2A6B)
    }

    /// The hash of `key`, which may be empty.
    @inlinable
    package func callAsFunction(_ key: UnsafeRawBufferPointer) -> UInt64 {
        let count = key.count
        guard count > 0, let start = key.baseAddress else { return first }
        return unsafe hash(start, count)
    }

    @inlinable
    @inline(__always)
    func hash(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
        var state = first ^ UInt64(truncatingIfNeeded: count)
        var offset = 0
        while count - offset > 16 {
            let low = unsafe KeyHash.word64(start, offset)
            let high = unsafe KeyHash.word64(start, offset + 8)
            state = KeyHash.fold(low ^ state, high ^ second)
            offset += 16
        }
        let low: UInt64
        let high: UInt64
        let rest = count - offset
        if rest >= 8 {
            low = unsafe KeyHash.word64(start, offset)
            high = unsafe KeyHash.word64(start, count - 8)
        } else if rest >= 4 {
            low = unsafe KeyHash.word32(start, offset)
            high = unsafe KeyHash.word32(start, count - 4)
        } else {
            low = unsafe KeyHash.byte(start, offset) | KeyHash.byte(start, offset + rest / 2) << 8
            high = unsafe KeyHash.byte(start, count - 1)
        }
        state = KeyHash.fold(low ^ state, high ^ second)
        return KeyHash.fold(state ^ second, 0x9E6C_63D0_876A_3F6B)
    }

    /// The two halves of the 128-bit product, combined.
    @inlinable
    static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }

    @inlinable
    static func word64(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inlinable
    static func word32(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        unsafe UInt64(UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }

    @inlinable
    static func byte(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
        unsafe UInt64(start.load(fromByteOffset: offset, as: UInt8.self))
    }
}
