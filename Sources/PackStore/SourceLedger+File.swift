import JSON

extension SourceLedger {
    private static let format = 2

    static let limits = JSONLimits(
        maximumBytes: 64 << 20, maximumDepth: 8, maximumMembers: .max, maximumStringBytes: 65_536, allowsNUL: false)

    /// Reads what `bytes` gave; nil when it is damaged, of another form or of another builder, which costs no more than
    /// building again.
    ///
    /// - Parameter builder: the one whose results count; nil means any.
    init?(parsing bytes: [UInt8], builder wanted: String?) {
        // What is wrong with it does not matter, see above.
        guard let file = try? ChecksummedFile(parsing: bytes, limits: SourceLedger.limits),
            file.integrity == .intact, file.document.root["format"]?.int == SourceLedger.format,
            let builder = file.document.root["builder"]?.string, wanted == nil || builder == wanted
        else { return nil }
        self.init(builder: builder)
        for element in file.document.root["sources"]?.elements.map(\.self) ?? [] {
            guard let entry = Entry(element) else { return nil }
            record(entry)
        }
        for member in file.document.root["unnamedSince"]?.members.map(\.self) ?? [] {
            guard let digest = ContentDigest(hexadecimal: member.name),
                let time = member.value.integer(as: Int64.self)
            else { return nil }
            unnamedSince[digest] = time
        }
    }

    /// The file's bytes.
    func bytes() -> [UInt8] {
        ChecksummedFile.bytes { writer in
            writer.name("format")
            writer.integer(SourceLedger.format)
            writer.name("builder")
            writer.string(builder)
            writer.name("sources")
            writer.beginArray()
            for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { entry.write(to: &writer) }
            writer.endArray()
            writer.name("unnamedSince")
            writer.beginObject()
            for (digest, time) in unnamedSince.sorted(by: { $0.key < $1.key }) {
                writer.name(digest.hexadecimal)
                writer.integer(time)
            }
            writer.endObject()
        }
    }
}

extension SourceLedger.Entry {
    fileprivate init?(_ element: JSONElement) {
        guard let domain = element["domain"]?.string, let kindName = element["kind"]?.string,
            let kind = VendorFile.Kind(rawValue: kindName), let root = element["root"]?.string,
            let path = element["path"]?.string, let device = element["device"]?.integer(as: UInt64.self),
            let inode = element["inode"]?.integer(as: UInt64.self), let size = element["size"]?.int,
            let modified = element["modified"]?.integer(as: Int64.self),
            let digest = element["digest"]?.string.flatMap(ContentDigest.init(hexadecimal:)),
            let began = element["began"]?.integer(as: Int64.self), let context = element["context"]?.string
        else { return nil }
        var catalogs: [StoredCatalog] = []
        for element in element["catalogs"]?.elements.map(\.self) ?? [] {
            guard let catalog = StoredCatalog(element) else { return nil }
            catalogs.append(catalog)
        }
        source = VendorFile(
            domain: domain, language: element["language"]?.string, kind: kind, root: root, relativePath: path,
            stamp: FileStamp(device: device, inode: inode, size: size, modified: modified),
            context: context)
        self.digest = digest
        self.began = began
        result = SourceResult(
            catalogs: catalogs, problems: element["problems"]?.elements.compactMap(\.string) ?? [])
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("domain", source.domain)
        if let language = source.language { writer.member("language", language) }
        writer.member("kind", source.kind.rawValue)
        writer.member("root", source.root)
        writer.member("path", source.relativePath)
        writer.member("device", source.stamp.device)
        writer.member("inode", source.stamp.inode)
        writer.member("size", source.stamp.size)
        writer.member("modified", source.stamp.modified)
        writer.member("digest", digest.hexadecimal)
        writer.member("began", began)
        writer.member("context", source.context)
        writer.name("catalogs")
        writer.beginArray()
        for catalog in result.catalogs { catalog.write(to: &writer) }
        writer.endArray()
        writer.name("problems")
        writer.beginArray()
        for problem in result.problems { writer.string(problem) }
        writer.endArray()
        writer.endObject()
    }
}

extension StoredCatalog {
    fileprivate init?(_ element: JSONElement) {
        guard let domain = element["domain"]?.string, let language = element["language"]?.string,
            let digest = element["digest"]?.string.flatMap(ContentDigest.init(hexadecimal:)),
            let size = element["size"]?.int, let keyCount = element["keys"]?.int, let isBase = element["base"]?.bool
        else { return nil }
        self.init(
            domain: domain, language: language, digest: digest, size: size, keyCount: keyCount, isBase: isBase)
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("domain", domain)
        writer.member("language", language)
        writer.member("digest", digest.hexadecimal)
        writer.member("size", size)
        writer.member("keys", keyCount)
        writer.name("base")
        writer.bool(isBase)
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ value: String) {
        self.name(name)
        string(value)
    }

    fileprivate mutating func member(_ name: String, _ value: some FixedWidthInteger) {
        self.name(name)
        integer(value)
    }
}
