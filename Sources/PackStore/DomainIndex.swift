import JSON

/// One domain's catalogs, in the file `index/DOMAIN` of the cache: for programs that start while no daemon runs.
///
///     {
///       "checksum": "…",
///       "format": 1,
///       "baseLanguage": "en",
///       "catalogs": {
///         "en": {"digest": "64 hexadecimal digits", "size": 1234, "path": "/absolute/path.lcat"},
///         "ru": …
///       }
///     }
///
/// `baseLanguage` is absent in a domain without catalogs. Members that a reader does not know are to be skipped; a
/// higher `format` is another form. The file is replaced in one step, and a catalog that it names is there before it is.
package struct DomainIndex: Hashable, Sendable {
    /// Where one language's catalog is.
    package struct Entry: Hashable, Sendable {
        package var digest: ContentDigest
        /// In bytes.
        package var size: Int
        /// Absolute.
        package var path: String

        package init(digest: ContentDigest, size: Int, path: String) {
            self.digest = digest
            self.size = size
            self.path = path
        }
    }

    package var domain: String
    /// Nil only when there are no catalogs.
    package var baseLanguage: String?
    /// By canonical BCP 47 tag.
    package var catalogs: [String: Entry]

    package init(domain: String, baseLanguage: String?, catalogs: [String: Entry]) {
        self.domain = domain
        self.baseLanguage = baseLanguage
        self.catalogs = catalogs
    }

    static let limits = JSONLimits(
        maximumBytes: 1 << 20, maximumDepth: 8, maximumMembers: 16_384, maximumStringBytes: 4096, allowsNUL: false)

    /// The file's bytes.
    func bytes() -> [UInt8] {
        ChecksummedFile.bytes { writer in
            writer.name("format")
            writer.integer(1)
            if let baseLanguage {
                writer.name("baseLanguage")
                writer.string(baseLanguage)
            }
            writer.name("catalogs")
            writer.beginObject()
            for (language, entry) in catalogs.sorted(by: { $0.key < $1.key }) {
                writer.name(language)
                writer.beginObject()
                writer.name("digest")
                writer.string(entry.digest.hexadecimal)
                writer.name("size")
                writer.integer(entry.size)
                writer.name("path")
                writer.string(entry.path)
                writer.endObject()
            }
            writer.endObject()
        }
    }

    /// The digests that a file's bytes name; nil when they are no index that this version reads.
    static func digests(in bytes: [UInt8]) -> Set<ContentDigest>? {
        // What is wrong with it does not matter here: it will be written anew.
        guard let file = try? ChecksummedFile(parsing: bytes, limits: limits), file.integrity != .damaged,
            file.document.root["format"]?.int == 1, let catalogs = file.document.root["catalogs"]
        else { return nil }
        return Set(catalogs.members.compactMap { $0.value["digest"]?.string.flatMap(ContentDigest.init(hexadecimal:)) })
    }
}
