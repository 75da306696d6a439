internal import JSON
internal import LinuxIO
internal import LocdInterface

/// Which catalogs of a domain are on the disk: for programs that start while there is no daemon.
///
/// The daemon keeps one small file a domain in its cache directory, `index/DOMAIN`; it is replaced in one step, after the
/// catalogs that it names are there:
///
///     {"format": 1, "baseLanguage": "en", "catalogs": {"en": {"digest": "…", "size": 1234, "path": "/…"}, "ru": …}}
struct CatalogIndex {
    /// Where a daemon may keep its cache: `$LOCD_CACHE`, else the system daemon's, then, for anybody but root, that of
    /// a daemon which this user starts by hand.
    static var caches: [String] {
        caches(environment: CurrentProcess.environment, isRoot: CurrentProcess.userID == 0)
    }

    static func caches(environment: (String) -> String?, isRoot: Bool) -> [String] {
        func path(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        if let cache = path("LOCD_CACHE") { return [cache] }
        let personal = path("XDG_CACHE_HOME") ?? path("HOME").map { "\($0)/.cache" }
        return ["/var/cache/locd"] + (isRoot ? [] : personal.map { ["\($0)/locd"] } ?? [])
    }

    private static let limits = JSONLimits(
        maximumBytes: 1 << 20, maximumDepth: 8, maximumMembers: 16_384, maximumStringBytes: 4096, allowsNUL: false)

    private let entries: [String: Entry]
    /// The language that the domain is complete in; nil where it is not known.
    let base: String?

    private struct Entry {
        let digest: String
        let path: String
    }

    /// The tags of the languages that there are, sorted.
    var languages: [String] { entries.keys.sorted() }

    /// The index of a domain in the first of these caches that has one; an empty one where there is none that can be read.
    static func read(domain: String, caches: [String]) -> CatalogIndex {
        // A domain's name is one component of a path, so it leads nowhere else.
        guard Identifier.isValid(domain) else { return CatalogIndex(entries: [:], base: nil) }
        return caches.lazy.compactMap { CatalogIndex(path: "\($0)/index/\(domain)") }.first
            ?? CatalogIndex(entries: [:], base: nil)
    }

    private init?(path: String) {
        do {
            let contents = try FileContents(ofPath: path, limit: Self.limits.maximumBytes, followingLinks: false)
            let root = try JSONDocument(parsing: contents.bytes, limits: Self.limits).root
            guard root["format"]?.int == 1 else { return nil }
            self.init(root)
        } catch {
            return nil
        }
    }

    private init(_ root: JSONElement) {
        var entries: [String: Entry] = [:]
        let catalogs = root["catalogs"] ?? root
        for member in catalogs.members {
            guard let digest = member.value["digest"]?.string, let path = member.value["path"]?.string else { continue }
            entries[member.name] = Entry(digest: digest, path: path)
        }
        self.init(entries: entries, base: root["baseLanguage"]?.string)
    }

    private init(entries: [String: Entry], base: String?) {
        self.entries = entries
        self.base = base
    }

    /// Takes the catalogs of these languages into the store; their digests, without those that cannot be read.
    func fetch(_ languages: [String]) -> [String] {
        languages.compactMap { entries[$0] }.compactMap { entry in
            if CatalogStore.catalog(digest: entry.digest) != nil { return entry.digest }
            do throws(LocdError) {
                try CatalogStore.copy(path: entry.path, digest: entry.digest)
                return entry.digest
            } catch {
                return nil
            }
        }
    }
}
