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
        // Eight bytes as one number decide most comparisons without a look at the rest.
        let prefixes = (0..<starts.count - 1).map { index in
            (0..<8).reduce(UInt64(0)) { prefix, place in
                let position = starts[index] + place
                return prefix << 8 | (position < starts[index + 1] ? UInt64(bytes[position]) : 0)
            }
        }
        return (0..<prefixes.count).sorted { left, right in
            if prefixes[left] != prefixes[right] { return prefixes[left] < prefixes[right] }
            let leftKey = bytes[starts[left]..<starts[left + 1]]
            let rightKey = bytes[starts[right]..<starts[right + 1]]
            if leftKey.elementsEqual(rightKey) { return left < right }
            return leftKey.lexicographicallyPrecedes(rightKey)
        }
    }
}
