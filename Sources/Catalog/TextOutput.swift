/// Bytes on their way into a buffer of fixed size: writes as far as they fit, counts all of them.
///
/// It lives inside of the call that owns the buffer.
@safe
struct TextOutput {
    private let start: UnsafeMutablePointer<UInt8>?
    private let capacity: Int
    /// Bytes appended, whether or not they fitted.
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        unsafe start = buffer.baseAddress
        capacity = buffer.count
    }

    mutating func append(_ byte: UInt8) {
        if let start = unsafe start, count < capacity {
            unsafe start[count] = byte
        }
        count += 1
    }

    mutating func append(_ byte: UInt8, times: Int) {
        for _ in 0..<max(0, times) {
            append(byte)
        }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        let fitting = min(bytes.count, max(0, capacity - count))
        if fitting > 0, let start = unsafe start, let source = bytes.baseAddress {
            unsafe (start + count).update(from: source, count: fitting)
        }
        count += bytes.count
    }

    mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }
}
