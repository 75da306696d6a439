import JSON
import LinuxIO

/// What can be said of the daemon's directories from outside, without changing anything, whether it runs or not.
package enum StoreInspection {
    /// Source files that the cache's catalogs were not built from as they are now: the daemon has not looked since they
    /// were changed or added.
    ///
    /// - Parameters:
    ///   - cache: the cache's directory.
    ///   - vendorDirectories: the most important first.
    /// - Returns: paths, sorted; nil when the cache does not tell what it was built from.
    package static func outdatedSources(cache: String, vendorDirectories: [String]) -> [String]? {
        let path = "\(cache)/\(CatalogCache.ledgerName)"
        // Whatever keeps it from being read, nothing can be told of it then.
        let file = try? FileContents(ofPath: path, limit: SourceLedger.limits.maximumBytes, followingLinks: false)
        guard let file, let ledger = SourceLedger(parsing: file.bytes, builder: nil) else { return nil }
        return VendorScan(directories: vendorDirectories).sources.filter { source in
            // What has no entry could not be used; it is news only when it came afterwards.
            ledger.entries[source.path].map { $0.source.stamp != source.stamp }
                ?? (source.stamp.modified > file.status.modified)
        }.map(\.path).sorted()
    }

    /// Files that the daemon has set aside in a directory because they could not be used: `NAME.bad-N`, sorted.
    package static func filesSetAside(in directory: String) throws(PackStoreError) -> [String] {
        let names = try calling { () throws(SystemError) in try Directory(path: directory).list().names }
        return names.filter { $0.contains(".bad-") }
    }

    /// Catalogs that the daemon has set aside in the cache because they were damaged, sorted: paths below it.
    package static func catalogsSetAside(in cache: String) throws(PackStoreError) -> [String] {
        let objects = "objects/sha256"
        let directories = try calling { () throws(SystemError) in
            try Directory(path: "\(cache)/\(objects)").list().names
        }
        var paths: [String] = []
        for name in directories {
            paths += try filesSetAside(in: "\(cache)/\(objects)/\(name)").map { "\(objects)/\(name)/\($0)" }
        }
        return paths
    }
}
