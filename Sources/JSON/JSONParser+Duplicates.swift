// Names must be unique in their object. An object of up to `smallObject` members is checked name by name against those
// before it; a larger one once, when it is complete, through a table hashed with the process's random seed, so that no
// chosen set of names makes the check slow.

extension JSONParser {
    private static let smallObject = 16

    /// Compares the name that was just read with those before it, while the object is small.
    @inline(__always)
    func refuseDuplicateInSmallObject(at object: Int, _ bytes: Span<UInt8>) throws(JSONError) {
        guard entries[object].length <= Self.smallObject else { return }
        let name = entries.count - 1
        let length = entries[name].length
        var index = object + 1
        while index < name {
            if entries[index].length == length, sameText(index, name, bytes) {
                throw duplicate(name, bytes)
            }
            index = entries[index + 1].kind.isContainer ? Int(entries[index + 1].link) : index + 2
        }
    }

    /// Checks all names of a complete object that outgrew the pairwise check.
    func refuseDuplicatesInLargeObject(at object: Int, _ bytes: Span<UInt8>) throws(JSONError) {
        let count = Int(entries[object].length)
        guard count > Self.smallObject else { return }
        var bits = 6
        while 1 << bits < count * 2 { bits += 1 }
        var slots = [UInt32](repeating: 0, count: 1 << bits)
        var index = object + 1
        for _ in 0..<count {
            var slot = hash(of: index, bytes) & (slots.count - 1)
            while slots[slot] != 0 {
                let other = Int(slots[slot])
                if entries[other].length == entries[index].length, sameText(other, index, bytes) {
                    throw duplicate(index, bytes)
                }
                slot = (slot + 1) & (slots.count - 1)
            }
            slots[slot] = UInt32(index)
            index = entries[index + 1].kind.isContainer ? Int(entries[index + 1].link) : index + 2
        }
    }

    private func hash(of name: Int, _ bytes: Span<UInt8>) -> Int {
        var hasher = Hasher()
        withText(of: name, bytes) { text in
            // The buffer does not leave the inner closure.
            unsafe text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }

    private func sameText(_ first: Int, _ second: Int, _ bytes: Span<UInt8>) -> Bool {
        withText(of: first, bytes) { one in withText(of: second, bytes) { other in one.hasSameBytes(as: other) } }
    }

    private func duplicate(_ name: Int, _ bytes: Span<UInt8>) -> JSONError {
        // The name went through the parser's UTF-8 check.
        let text = withText(of: name, bytes) { text in unsafe String(copying: UTF8Span(unchecked: text)) }
        // Shortened and escaped, since whoever wrote the text chose it.
        let shown = String(decoding: JSONValue.string(String(text.prefix(64))).serialized(), as: UTF8.self)
        return error(
            .duplicateName, at: Int(entries[name].offset) - 1, "the member \(shown) stands twice in an object", bytes)
    }

    /// Hands out a name's UTF-8, escapes resolved.
    @inline(__always)
    private func withText<Result>(of name: Int, _ bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
        let entry = entries[name]
        guard entry.flag else {
            return body(bytes.extracting(Int(entry.offset)..<Int(entry.offset + entry.length)))
        }
        let span = resolved.span
        return body(span.extracting(Int(entry.link)..<Int(entry.link + entry.length)))
    }
}
