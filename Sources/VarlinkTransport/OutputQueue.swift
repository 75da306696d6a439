import LinuxIO
import Varlink

/// What one peer has still to be sent.
///
/// Replies wait in their order. A state event waits alone, behind them: a newer one takes its place, unless its first
/// bytes are out already; then the newer one waits behind it. So a peer that does not read costs at most its unread
/// replies and two references to shared frames.
///
/// A frame with descriptors is sent only when the peer has read all before it (SIOCOUTQ is 0). Otherwise peers that do
/// not read could hold descriptors in flight until the kernel refuses more for everybody.
struct OutputQueue {
    /// How a flush ended.
    enum Progress {
        /// Everything is sent.
        case drained
        /// The socket has no room: wait until it is writable.
        case blocked
        /// A frame with descriptors waits for the peer to read: look again in a while.
        case waitsForPeer
    }

    private struct Item {
        let frame: SharedFrame
        let descriptors: [SharedFileDescriptor]
        /// Whether a reply waits here; an event counts for no limit.
        let isReply: Bool
    }

    private var items = FIFO<Item>()
    /// How many bytes of the first item are out.
    private var sent = 0
    /// The newest state, behind all items.
    private var event: SharedFrame?
    /// Bytes of replies that are not out.
    private(set) var replyBytes = 0

    var isEmpty: Bool { items.isEmpty && event == nil }

    /// Adds a reply behind all that waits, the newest state included.
    mutating func append(_ frame: SharedFrame, descriptors: [SharedFileDescriptor]) {
        promoteEvent()
        items.append(Item(frame: frame, descriptors: descriptors, isReply: true))
        replyBytes += frame.bytes.count
    }

    /// Makes this the newest state.
    mutating func setEvent(_ frame: SharedFrame) {
        event = frame
    }

    /// Sends as much as the socket takes.
    ///
    /// - Parameter sentAny: becomes true when a byte went out.
    mutating func flush(to socket: borrowing UnixSocket, sentAny: inout Bool) throws(SystemError) -> Progress {
        while let item = items.first {
            if !item.descriptors.isEmpty, sent == 0, try socket.unsentBytes() > 0 { return .waitsForPeer }
            let bytes = item.frame.bytes
            let numbers = sent == 0 ? item.descriptors.map(\.rawValue) : []
            let rest = bytes.span.extracting(droppingFirst: sent)
            let count = try socket.send(rest, descriptors: numbers)
            guard let count else { return .blocked }
            sentAny = true
            advance(by: count, item)
        }
        guard let frame = event else { return .drained }
        let bytes = frame.bytes
        guard let count = try socket.send(bytes.span) else { return .blocked }
        sentAny = true
        event = nil
        guard count < bytes.count else { return .drained }
        // From now on the peer needs the rest of this very frame.
        items.append(Item(frame: frame, descriptors: [], isReply: false))
        sent = count
        return .blocked
    }

    private mutating func advance(by count: Int, _ item: Item) {
        sent += count
        if item.isReply { replyBytes -= count }
        guard sent == item.frame.bytes.count else { return }
        sent = 0
        _ = items.popFirst()
    }

    private mutating func promoteEvent() {
        guard let frame = event.take() else { return }
        items.append(Item(frame: frame, descriptors: [], isReply: false))
    }
}
