import Catalog

/// The keys of messages, side by side, and the order of their bytes.
struct SortedKeys {
    private let bytes: [UInt8]
    /// Where each message's key begins; one more for the end of the last.
    private let starts: [Int]
    /// Indices of the messages, ascending by their keys' bytes; equal keys in the order of the source.
    let order: [Int]

    var byteCount: Int { bytes.count }

    init(_ messages: [Message]) {
        var bytes: [UInt8] = []
        var starts: [Int] = []
        starts.reserveCapacity(messages.count + 1)
        for message in messages {
            starts.append(bytes.count)
            bytes.append(contentsOf: message.key.utf8)
        }
        starts.append(bytes.count)
        self.bytes = bytes
        self.starts = starts
        order = Self.sorted(bytes, starts)
    }

    /// Calls `body` with each key in order.
    func forEach(_ body: (UnsafeRawBufferPointer) -> Void) {
        unsafe bytes.withUnsafeBytes { all in
            for index in order {
                unsafe body(UnsafeRawBufferPointer(rebasing: all[starts[index]..<starts[index + 1]]))
            }
        }
    }

    /// Pairs of messages with equal keys.
    func duplicates() -> [(first: Int, second: Int)] {
        var result: [(first: Int, second: Int)] = []
        for (left, right) in zip(order, order.dropFirst()) where key(left).elementsEqual(key(right)) {
            result.append((left, right))
        }
        return result
    }

    private func key(_ index: Int) -> ArraySlice<UInt8> {
        bytes[starts[index]..<starts[index + 1]]
    }

    private static func sorted(_ bytes: [UInt8], _ starts: [Int]) -> [Int] {
        unsafe bytes.withUnsafeBytes { bytes in
            (0..<starts.count - 1).sorted { left, right in
                let leftKey = unsafe UnsafeRawBufferPointer(rebasing: bytes[starts[left]..<starts[left + 1]])
                let rightKey = unsafe UnsafeRawBufferPointer(rebasing: bytes[starts[right]..<starts[right + 1]])
                let order = unsafe compare(leftKey, rightKey)
                return order == 0 ? left < right : order < 0
            }
        }
    }

    /// Below zero when `left` comes first, zero when the bytes are the same; eight bytes at a time.
    private static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        let common = min(left.count, right.count)
        var offset = 0
        while offset + 8 <= common {
            let leftWord = unsafe UInt64(bigEndian: left.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let rightWord = unsafe UInt64(bigEndian: right.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            if leftWord != rightWord { return leftWord < rightWord ? -1 : 1 }
            offset += 8
        }
        while offset < common {
            let difference = unsafe Int(left[offset]) - Int(right[offset])
            if difference != 0 { return difference }
            offset += 1
        }
        return left.count - right.count
    }
}
