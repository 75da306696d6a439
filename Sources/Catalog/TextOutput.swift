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

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        let fitting = min(bytes.count, max(0, capacity - count))
        if fitting > 0, let start = unsafe start, let source = bytes.baseAddress {
            unsafe copyBytes(UnsafeRawPointer(source), to: UnsafeMutableRawPointer(start + count), fitting)
        }
        count += bytes.count
    }

    mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    }
}

/// Copies `count` bytes. What stands between the arguments of a text is mostly short, and a call of the C library for each
/// such piece would take longer than the copying; so up to sixteen bytes are moved as two words that may overlap.
@inline(__always)
private func copyBytes(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int) {
    if count > 16 {
        unsafe target.copyMemory(from: source, byteCount: count)
    } else if count >= 8 {
        let first = unsafe source.loadUnaligned(as: UInt64.self)
        let last = unsafe source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        unsafe target.storeBytes(of: first, as: UInt64.self)
        unsafe target.storeBytes(of: last, toByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
        let first = unsafe source.loadUnaligned(as: UInt32.self)
        let last = unsafe source.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
        unsafe target.storeBytes(of: first, as: UInt32.self)
        unsafe target.storeBytes(of: last, toByteOffset: count - 4, as: UInt32.self)
    } else {
        for index in 0..<count {
            unsafe target.storeBytes(
                of: source.load(fromByteOffset: index, as: UInt8.self), toByteOffset: index, as: UInt8.self)
        }
    }
}
