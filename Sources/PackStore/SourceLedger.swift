import JSON

/// What became of a source: its catalogs, and what its builder had to say.
package struct SourceResult: Hashable, Sendable {
    package var catalogs: [StoredCatalog]
    /// A sentence each, with its place in the file.
    package var problems: [String]

    package init(catalogs: [StoredCatalog], problems: [String] = []) {
        self.catalogs = catalogs
        self.problems = problems
    }
}

/// Which source was built into which catalogs, so that nothing is built twice; the cache's file `sources.json`.
///
/// A source is known by what `stat(2)` says of it, without being opened; failing that by its digest, so that a file that
/// was only touched, copied or installed again is read but not built. A stamp is not believed when the file was changed
/// within the clock's tick before it was read, or in the future: a second change in that tick would leave the same stamp.
struct SourceLedger: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        var source: VendorFile
        var digest: ContentDigest
        /// When the file was read, in nanoseconds since 1970.
        var began: Int64
        var result: SourceResult

        /// The coarsest clock of files in use, generously: 10 ms a tick.
        private static let tick: Int64 = 20_000_000

        /// Whether the stamp alone tells that the file is as it was.
        var hasTrustworthyStamp: Bool { source.stamp.modified < began - Entry.tick }
    }

    /// What a file in a certain place is built into depends on these.
    struct Content: Hashable, Sendable {
        let domain: String
        let language: String?
        let kind: VendorFile.Kind
        let context: String
        let digest: ContentDigest
    }

    /// Results of another builder do not count.
    let builder: String
    /// By path.
    private(set) var entries: [String: Entry] = [:]
    /// Since when objects are named by nobody, in nanoseconds since 1970.
    var unnamedSince: [ContentDigest: Int64] = [:]
    private var contents: [Content: String] = [:]

    init(builder: String) {
        self.builder = builder
    }

    /// The result for a file with this stamp at this place.
    func result(for source: VendorFile) -> SourceResult? {
        guard let entry = entries[source.path], entry.source == source, entry.hasTrustworthyStamp else { return nil }
        return entry.result
    }

    /// The result for these bytes in such a place.
    func result(for source: VendorFile, digest: ContentDigest) -> SourceResult? {
        let content = Content(
            domain: source.domain, language: source.language, kind: source.kind, context: source.context,
            digest: digest)
        return contents[content].flatMap { entries[$0]?.result }
    }

    mutating func record(_ entry: Entry) {
        remove(entry.source.path)
        entries[entry.source.path] = entry
        contents[entry.content] = entry.source.path
    }

    /// Forgets all sources but these.
    mutating func keep(only paths: Set<String>) {
        for path in entries.keys where !paths.contains(path) { remove(path) }
    }

    mutating func forgetSources(of digests: Set<ContentDigest>) {
        for (path, entry) in entries where entry.result.catalogs.contains(where: { digests.contains($0.digest) }) {
            remove(path)
        }
    }

    /// All catalogs that came out of a source.
    var digests: Set<ContentDigest> {
        Set(entries.values.flatMap { $0.result.catalogs.map(\.digest) })
    }

    private mutating func remove(_ path: String) {
        guard let entry = entries.removeValue(forKey: path) else { return }
        if contents[entry.content] == path { contents[entry.content] = nil }
    }
}

extension SourceLedger.Entry {
    var content: SourceLedger.Content {
        SourceLedger.Content(
            domain: source.domain, language: source.language, kind: source.kind, context: source.context,
            digest: digest)
    }
}
