import JSON
import LinuxIO

extension CatalogCache {
    /// Makes these the indexes of the cache: writes those that changed, removes those of other domains.
    ///
    /// - Throws: `invalid` for a domain that is no name; `system`.
    package func replaceIndexes(_ list: [DomainIndex]) throws(PackStoreError) {
        for index in list {
            guard EntryName.isValid(index.domain) else {
                throw PackStoreError(.invalid, "\"\(index.domain)\" is no domain")
            }
            let bytes = index.bytes()
            if present(index.domain) == bytes { continue }
            try calling { () throws(SystemError) in
                try DurableFile.replace(index.domain, in: indexes, with: bytes.span, mode: 0o644)
            }
        }
        let wanted = Set(list.map(\.domain))
        try calling { () throws(SystemError) in
            for name in try indexes.list().names where !wanted.contains(name) { try indexes.removeFile(name) }
        }
    }

    /// Removes catalogs that nobody has named for `grace`: neither an index nor a source nor `keeping`.
    ///
    /// Since when nobody has named a catalog is remembered over restarts, from the first call that finds it so; a clock
    /// that was set back makes the wait longer, never shorter.
    ///
    /// - Returns: how many were removed.
    @discardableResult
    package func removeUnnamed(keeping: Set<ContentDigest>, grace: Duration) throws(PackStoreError) -> Int {
        let named = try namedDigests().union(keeping)
        let before = ledger.withLock { $0.unnamedSince }
        let now = WallClock.nanosecondsSince1970
        var unnamed: [ContentDigest: Int64] = [:]
        var count = 0
        try calling { () throws(SystemError) in
            for directoryName in try objects.list().names {
                let directory = try objects.subdirectory(directoryName)
                try DurableFile.removeTemporaries(in: directory)
                for name in try directory.list().names {
                    guard let digest = CatalogCache.digest(directory: directoryName, name: name),
                        !named.contains(digest)
                    else { continue }
                    let since = min(before[digest] ?? now, now)
                    if now - since >= grace.wholeNanoseconds {
                        if try directory.removeFile(name) { count += 1 }
                    } else {
                        unnamed[digest] = since
                    }
                }
            }
        }
        ledger.withLock { [unnamed] in $0.unnamedSince = unnamed }
        try save()
        return count
    }

    private func namedDigests() throws(PackStoreError) -> Set<ContentDigest> {
        var named = ledger.withLock { $0.digests }
        let names = try calling { () throws(SystemError) in try indexes.list().names }
        for name in names {
            if let bytes = present(name), let digests = DomainIndex.digests(in: bytes) { named.formUnion(digests) }
        }
        return named
    }

    /// The bytes of an index; nil when there is none that can be read, and so one will be written.
    private func present(_ domain: String) -> [UInt8]? {
        // See above for why the reason does not matter.
        try? indexes.readFile(domain, limit: DomainIndex.limits.maximumBytes).bytes
    }
}
