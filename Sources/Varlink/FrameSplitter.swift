/// Cuts a byte stream into messages at their NUL terminators.
///
/// Bytes may come in any portions. Each byte is looked at once, however slowly they come, and what is kept is bounded by
/// the caller, who stops feeding while frames are waiting, and by the largest frame.
package struct FrameSplitter: Sendable {
    /// A message is longer than the splitter's limit.
    package struct FrameTooLarge: Error, Equatable, Sendable {
        /// The limit that was passed.
        package let maximumBytes: Int

        /// Names the limit.
        package init(maximumBytes: Int) {
            self.maximumBytes = maximumBytes
        }
    }

    private let maximumBytes: Int
    private var buffer: [UInt8] = []
    /// Where in `buffer` the first message that was not handed out begins.
    private var start = 0
    /// Up to where in `buffer` no terminator was found.
    private var scanned = 0
    /// How many bytes of the stream stood before `buffer`.
    private var dropped = 0

    /// Starts at a message boundary.
    ///
    /// - Parameter maximumBytes: the longest message, without its terminator.
    package init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// Where in the stream the next message to hand out begins.
    package var nextStart: Int { dropped + start }

    /// Where in the stream the next byte to append belongs.
    package var end: Int { dropped + buffer.count }

    /// Bytes that were appended and not handed out.
    package var bufferedBytes: Int { buffer.count - start }

    /// Whether the last byte that was appended ended a message.
    package var endsWithTerminator: Bool { buffer.last == 0 }

    /// Takes the next bytes of the stream.
    package mutating func append(_ bytes: Span<UInt8>) {
        // The buffer is copied from and does not leave the closure.
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe buffer.append(contentsOf: source)
        }
    }

    /// Hands out the next complete message without its terminator; nil when there is none yet.
    ///
    /// - Throws: `FrameTooLarge` as soon as the message cannot end within the limit. The stream is of no use after that.
    package mutating func next() throws(FrameTooLarge) -> [UInt8]? {
        guard let terminator = findTerminator() else {
            guard bufferedBytes <= maximumBytes else { throw FrameTooLarge(maximumBytes: maximumBytes) }
            return nil
        }
        guard terminator - start <= maximumBytes else { throw FrameTooLarge(maximumBytes: maximumBytes) }
        let frame = Array(buffer[start..<terminator])
        start = terminator + 1
        scanned = start
        discardHandedOut()
        return frame
    }

    private mutating func findTerminator() -> Int? {
        let found = Self.firstZero(in: buffer.span, from: scanned)
        scanned = found ?? buffer.count
        return found
    }

    /// The first zero byte from an index on, looked for eight bytes at a time.
    private static func firstZero(in bytes: Span<UInt8>, from start: Int) -> Int? {
        // Any eight bytes are a number.
        let raw = unsafe bytes.bytes
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = start
        while index + 8 <= bytes.count {
            // `index + 8` is within the buffer.
            let word = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
            // Then one of its bytes is zero.
            if (word &- ones) & ~word & (ones << 7) != 0 { break }
            index += 8
        }
        while index < bytes.count, bytes[index] != 0 { index += 1 }
        return index < bytes.count ? index : nil
    }

    /// Frees what was handed out: all of the buffer when nothing is left, so that idle connections hold no memory.
    private mutating func discardHandedOut() {
        if start == buffer.count {
            dropped += start
            buffer = []
            start = 0
            scanned = 0
        } else if start >= 4096, start >= buffer.count / 2 {
            dropped += start
            buffer.removeSubrange(..<start)
            start = 0
            scanned = 0
        }
    }
}
