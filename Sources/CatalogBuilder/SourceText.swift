/// The text of a source file as UTF-8, whatever it was encoded in.
///
/// A byte order mark tells UTF-8 or UTF-16; without one the file is UTF-8. What is not valid in its encoding is an
/// error with its place, never a replacement character.
package struct SourceText {
    /// UTF-8 without a mark.
    package let bytes: [UInt8]

    /// What is wrong with a file's encoding, and where in the text.
    package struct Failure: Error {
        package let message: String
        package let position: SourcePosition
    }

    package init(_ file: [UInt8]) throws(Failure) {
        if file.starts(with: [0xFF, 0xFE, 0, 0]) || file.starts(with: [0, 0, 0xFE, 0xFF]) {
            throw Failure(message: "the file is in UTF-32; UTF-8 or UTF-16 was expected", position: Self.start)
        } else if file.starts(with: [0xFF, 0xFE]) {
            bytes = try Self.fromUTF16(file.dropFirst(2), isLittleEndian: true)
        } else if file.starts(with: [0xFE, 0xFF]) {
            bytes = try Self.fromUTF16(file.dropFirst(2), isLittleEndian: false)
        } else {
            bytes = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
            try Self.checkUTF8(bytes)
        }
        if let index = bytes.firstIndex(of: 0) {
            throw Self.failure("a NUL character", at: index, in: bytes)
        }
    }

    private static let start = SourcePosition(line: 1, column: 1)

    private static func failure(_ message: String, at offset: Int, in bytes: [UInt8]) -> Failure {
        var cursor = PositionCursor()
        return Failure(message: message, position: cursor.position(ofOffset: offset, in: bytes.span))
    }

    private static func checkUTF8(_ bytes: [UInt8]) throws(Failure) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            let offset = error.byteOffsets.lowerBound
            if bytes.prefix(64).contains(0) {
                throw failure("not UTF-8; UTF-16 is read only with a byte order mark", at: offset, in: bytes)
            }
            throw failure("not UTF-8: byte \(hexadecimal(UInt32(bytes[offset]), digits: 2))", at: offset, in: bytes)
        }
    }

    private static func fromUTF16(_ file: ArraySlice<UInt8>, isLittleEndian: Bool) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(file.count)
        var index = file.startIndex
        func unit(at index: Int) -> UInt32 {
            isLittleEndian
                ? UInt32(file[index]) | UInt32(file[index + 1]) << 8
                : UInt32(file[index]) << 8 | UInt32(file[index + 1])
        }
        while index + 1 < file.endIndex {
            var value = unit(at: index)
            index += 2
            if value & 0xFC00 == 0xD800, index + 1 < file.endIndex, unit(at: index) & 0xFC00 == 0xDC00 {
                value = 0x10000 + (value & 0x3FF) << 10 + (unit(at: index) & 0x3FF)
                index += 2
            }
            guard let scalar = Unicode.Scalar(value) else {
                let message = "half of a UTF-16 pair: \(hexadecimal(value, digits: 4))"
                throw failure(message, at: result.count, in: result)
            }
            result.append(contentsOf: UTF8.encode(scalar)!)  // Every Unicode scalar has a form in UTF-8.
        }
        guard index == file.endIndex else {
            throw failure("the file ends within a UTF-16 unit", at: result.count, in: result)
        }
        return result
    }
}

/// A number in hexadecimal, upper case, with leading zeros.
func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}
