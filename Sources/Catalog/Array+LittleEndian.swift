extension [UInt8] {
    /// Appends a number as the catalog's format has it.
    package mutating func append(littleEndian value: some FixedWidthInteger) {
        var rest = value
        for _ in 0..<value.bitWidth / 8 {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}
