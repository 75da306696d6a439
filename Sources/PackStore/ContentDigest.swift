import CSodium
package import LinuxIO

/// SHA-256 of a file's bytes: the name of a catalog.
package struct ContentDigest: Hashable, Sendable, Comparable {
    /// 64 lower-case hexadecimal digits.
    package let hexadecimal: String

    /// A digest that was written down; nil unless it is 64 lower-case hexadecimal digits.
    package init?(hexadecimal: String) {
        let isDigest =
            hexadecimal.utf8.count == 64
            && hexadecimal.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard isDigest else { return nil }
        self.hexadecimal = hexadecimal
    }

    /// The digest of these bytes: `crypto_hash_sha256(3)` of libsodium.
    package init(of bytes: Span<UInt8>) {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        unsafe bytes.withUnsafeBufferPointer { bytes in
            // It gives 0 whatever the input (an empty buffer has no address, and needs none).
            _ = unsafe crypto_hash_sha256(&digest, bytes.baseAddress, UInt64(bytes.count))
        }
        self.init(bytes: digest)
    }

    /// The digest of a regular file's bytes, read from where it stands, at most `limit` of them (EFBIG).
    package init(
        of file: borrowing FileDescriptor, limit: Int, detail: String
    ) throws(SystemError) {
        guard try file.requireRegular(detail: detail).size > 0 else {
            self.init(of: [UInt8]().span)
            return
        }
        self = try Mapping(file, limit: limit, detail: detail).withBytes { ContentDigest(of: $0) }
    }

    private init(bytes: [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0xf)])
        }
        hexadecimal = String(decoding: text, as: UTF8.self)
    }

    package static func < (left: ContentDigest, right: ContentDigest) -> Bool {
        left.hexadecimal < right.hexadecimal
    }
}
