/// Catalogs in which a key is looked up one after the other.
///
/// An array would be copied out element by element and counted as referenced by each reader; here the catalogs stay where
/// they are, and a lookup only reads.
package struct CatalogChain: ~Copyable, Sendable {
    /// The catalogs one behind the other, which nobody changes; freed with the chain.
    @usableFromInline let storage: CatalogBytes
    /// How many there are.
    package let count: Int

    /// A chain of these, best first.
    package init(_ catalogs: [MessageCatalog]) {
        let memory = UnsafeMutablePointer<MessageCatalog>.allocate(capacity: max(1, catalogs.count))
        for (index, catalog) in catalogs.enumerated() { unsafe (memory + index).initialize(to: catalog) }
        unsafe storage = CatalogBytes(
            start: UnsafeRawPointer(memory), count: catalogs.count * MemoryLayout<MessageCatalog>.stride)
        count = catalogs.count
    }

    deinit {
        // A catalog is a handful of addresses, so there is nothing to deinitialise.
        unsafe storage.start.deallocate()
    }

    /// The message of `key` from the first catalog that has it, or nil when none has. Nothing is allocated.
    @inlinable
    package func lookup(_ key: Span<UInt8>) -> CatalogEntry? {
        unsafe key.withUnsafeBufferPointer { key in
            unsafe lookup(UnsafeRawBufferPointer(key))
        }
    }

    /// The message of `key` from the first catalog that has it, or nil when none has. Nothing is allocated.
    @inlinable
    package func lookup(_ key: UnsafeRawBufferPointer) -> CatalogEntry? {
        let catalogs = unsafe storage.start.assumingMemoryBound(to: MessageCatalog.self)
        for index in 0..<count {
            if let record = unsafe catalogs[index].record(of: key),
                let entry = unsafe catalogs[index].entry(from: record)
            {
                return entry
            }
        }
        return nil
    }

    /// The text of `key` from the first catalog that has it, or nil when none has: what `lookup` gives, without looking at
    /// anything else of the message.
    @inlinable
    package func text(_ key: UnsafeRawBufferPointer) -> CatalogBytes? {
        let catalogs = unsafe storage.start.assumingMemoryBound(to: MessageCatalog.self)
        for index in 0..<count {
            guard let record = unsafe catalogs[index].record(of: key) else { continue }
            if record.uint8(at: 16) == EntryKind.text, let text = unsafe catalogs[index].text(from: record) {
                return text
            }
            if let entry = unsafe catalogs[index].entry(from: record) { return entry.text }
        }
        return nil
    }

    /// The first catalog that has a message for `key`, or nil when none has.
    package func catalog(answering key: String) -> MessageCatalog? {
        let catalogs = unsafe storage.start.assumingMemoryBound(to: MessageCatalog.self)
        for index in 0..<count where unsafe catalogs[index].lookup(key) != nil {
            return unsafe catalogs[index]
        }
        return nil
    }
}
