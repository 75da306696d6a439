import LinuxIO
import LocdInterface
import PackStore

/// Whether the cache is the daemon's own, writable, and as new as the texts.
extension Examination {
    var cacheFindings: [Finding] {
        guard let cache = places.cache else { return [] }
        var findings = directoryFindings(cache, mode: "0755") + reported(below: cache)
        if findings.isEmpty,
            let outdated = StoreInspection.outdatedSources(cache: cache, vendorDirectories: places.vendor),
            let first = outdated.first
        {
            let others = outdated.count > 1 ? " and \(counted(outdated.count - 1, "other file"))" : ""
            findings.append(
                .warning(
                    "\(first)\(others) changed after the catalogs were built",
                    remedy: status == nil ? startRemedy : "Have them built: `sudo locctl reload`."))
        }
        // A cache that is not there holds nothing that was set aside.
        let aside = (try? StoreInspection.catalogsSetAside(in: cache)) ?? []
        if let first = aside.first {
            let path = "\(cache)/\(first)"
            findings.append(
                .warning(
                    "\(counted(aside.count, "damaged catalog")) set aside: \(path)",
                    remedy: "Check the disk, then remove it: `sudo rm \(shellWord(path))`."))
        }
        return findings.orElse(
            ok: status.map { "\($0.cache.catalogs) catalogs in \(cache)" } ?? "\(cache) is in order")
    }
}
