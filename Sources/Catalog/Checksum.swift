/// The 64-bit checksum that ends a catalog: it finds damage, it does not stop an attacker.
///
/// Four lanes start from the four constants below. Each 32 bytes give one little-endian word to each lane, which
/// becomes `rotateLeft(lane ^ word, 29) * multiplier`. What remains after the last whole 32 bytes goes to lane 0 in
/// words of eight bytes, the last one filled up with zeros. The result starts as the number of bytes; for each lane
/// in turn it becomes `(result ^ lane) * multiplier` and is then combined with itself shifted right by 32.
/// Every step can be undone, so a change within one word always changes the result.
package enum Checksum {
    private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The checksum of `bytes`; it runs at about the speed of memory.
    package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var lanes: (UInt64, UInt64, UInt64, UInt64) = (
            0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89
        )
        let count = bytes.count
        var offset = 0
        while count - offset >= 32 {
            lanes.0 = step(lanes.0, unsafe word(bytes, offset))
            lanes.1 = step(lanes.1, unsafe word(bytes, offset + 8))
            lanes.2 = step(lanes.2, unsafe word(bytes, offset + 16))
            lanes.3 = step(lanes.3, unsafe word(bytes, offset + 24))
            offset += 32
        }
        while offset < count {
            lanes.0 = step(lanes.0, unsafe lastWord(bytes, offset))
            offset += 8
        }
        var result = UInt64(count)
        for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
            result = (result ^ lane) &* multiplier
            result ^= result >> 32
        }
        return result
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        let mixed = lane ^ word
        return (mixed << 29 | mixed >> 35) &* multiplier
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The word at `offset`, of which fewer than eight bytes may be left.
    private static func lastWord(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        var result: UInt64 = 0
        for index in offset..<min(offset + 8, bytes.count) {
            result |= unsafe UInt64(bytes[index]) << (8 * UInt64(index - offset))
        }
        return result
    }
}
