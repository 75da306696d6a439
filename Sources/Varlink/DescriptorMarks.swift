/// Remembers which messages of a stream descriptors came with.
///
/// Descriptors ride with the first byte of their message, and a sender gives such a message a `sendmsg(2)` of its own.
/// The kernel may put earlier bytes before that message into the same portion, but ends the portion with the bytes that
/// carried descriptors. So they belong to the last message that begins in the portion they came with; a portion in which
/// none begins must not bring any (UAPI.20, "Passing File Descriptors").
struct DescriptorMarks: Sendable {
    private struct Mark {
        let start: Int
        let count: Int
    }

    private var marks: [Mark] = []

    /// Notes descriptors that came with a portion, before the portion is appended to the splitter.
    mutating func add(_ count: Int, with bytes: Span<UInt8>, to splitter: FrameSplitter) throws(MessageViolation) {
        guard count > 0 else { return }
        var last = splitter.bufferedBytes == 0 || splitter.endsWithTerminator ? 0 : -1
        for index in 0..<max(0, bytes.count - 1) where bytes[index] == 0 {
            last = index + 1
        }
        guard last >= 0, !bytes.isEmpty else { throw .strayDescriptors }
        marks.append(Mark(start: splitter.end + last, count: count))
    }

    /// How many descriptors came with the message that begins there.
    mutating func take(at start: Int) -> Int {
        guard let first = marks.first, first.start == start else { return 0 }
        marks.removeFirst()
        return first.count
    }
}
