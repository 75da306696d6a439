internal import JSON
internal import Varlink

/// A message with a state, and where in it the generation stands.
struct StateMessage {
    /// The whole message, without its terminator.
    private let bytes: [UInt8]
    /// The generation's digits.
    private let digits: Range<Int>

    /// - Parameter generation: that of the state in this message.
    init(generation: JSONElement) {
        bytes = generation.document.bytes
        digits = generation.offset..<generation.offset + (generation.numberText?.utf8.count ?? 0)
    }

    /// The generation of a message that says the same as this one, byte by byte, but for that number; nil for any other
    /// message.
    func generation(in message: Span<UInt8>) -> Int64? {
        let end = message.count - (bytes.count - digits.upperBound)
        guard end > digits.lowerBound,
            message.extracting(first: digits.lowerBound).isEqual(to: bytes.span.extracting(first: digits.lowerBound)),
            message.extracting(droppingFirst: end).isEqual(to: bytes.span.extracting(droppingFirst: digits.upperBound))
        else { return nil }
        return Int64(digits: message.extracting(digits.lowerBound..<end))
    }
}

/// A state that was shown with all its catalogs, and the message it came in.
///
/// Most changes go back to a language that was in force before. The message then differs from that one in its generation
/// alone: it is known to be right, and what it leads to is here. A connection keeps its own; none is shared.
final class SeenState: Sendable {
    let message: StateMessage
    let event: StateEvent
    let reason: Localizer.Reason
    /// What the connection's views showed, in their order; nil where the state says nothing of a view's domain.
    let snapshots: [Immortal<Snapshot>?]

    init(
        _ message: StateMessage, event: StateEvent, reason: Localizer.Reason, snapshots: [Immortal<Snapshot>?]
    ) {
        self.message = message
        self.event = event
        self.reason = reason
        self.snapshots = snapshots
    }
}

extension Span where Element == UInt8 {
    /// Whether both hold the same bytes; eight are compared at a time.
    fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        let mine = unsafe bytes
        let theirs = unsafe other.bytes
        var index = 0
        while index + 8 <= count {
            // `index + 8` is within both.
            let left = unsafe mine.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
            let right = unsafe theirs.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
            if left != right { return false }
            index += 8
        }
        while index < count {
            if self[index] != other[index] { return false }
            index += 1
        }
        return true
    }
}

extension Int64 {
    /// Reads a JSON integer without sign; nil for anything else, and for what does not fit.
    fileprivate init?(digits text: Span<UInt8>) {
        guard text.count <= 19, text.count == 1 || text[0] != UInt8(ascii: "0") else { return nil }
        var value: UInt64 = 0
        for index in text.indices {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + UInt64(digit)
        }
        self.init(exactly: value)
    }
}
