/// Where a catalog's sections lie, read from the file at each question.
struct SectionTable {
    private let file: CatalogBytes
    private var count: Int { Int(file.uint32(at: 12)) }

    init(of file: CatalogBytes) {
        self.file = file
    }

    @inline(__always)
    private func section(at index: Int) -> (id: SectionID, offset: Int, size: Int) {
        let record = CatalogFormat.headerSize + index * CatalogFormat.sectionRecordSize
        return (
            SectionID(rawValue: file.uint32(at: record)), Int(file.uint32(at: record + 8)),
            Int(file.uint32(at: record + 12))
        )
    }

    /// Every section lies inside the file, aligned, after the one before it, and no id is there twice.
    ///
    /// Errors: `damaged`.
    func check() throws(CatalogError) {
        var end = CatalogFormat.headerSize + count * CatalogFormat.sectionRecordSize
        let limit = file.count - CatalogFormat.checksumSize
        guard end <= limit else {
            throw CatalogError(.damaged, "the catalog ends within its table of \(count) sections")
        }
        for index in 0..<count {
            let (id, offset, size) = section(at: index)
            guard offset % CatalogFormat.alignment == 0, offset >= end, offset <= limit, size <= limit - offset,
                !(0..<index).contains(where: { section(at: $0).id == id })
            else {
                throw CatalogError(
                    .damaged, "the catalog's section \(id.rawValue) cannot be \(size) bytes at \(offset)")
            }
            end = offset + size
        }
    }

    /// Calls `body` with every section.
    @inline(__always)
    func forEach(_ body: (SectionID, CatalogBytes) -> Void) {
        for index in 0..<count {
            let (id, offset, size) = section(at: index)
            if let bytes = file.slice(at: offset, count: size) { body(id, bytes) }
        }
    }

    /// The bytes of a section, or nil when there is none of that id.
    func bytes(of id: SectionID) -> CatalogBytes? {
        for index in 0..<count where section(at: index).id == id {
            return file.slice(at: section(at: index).offset, count: section(at: index).size)
        }
        return nil
    }

    /// The bytes of a section that every catalog has. Errors: `damaged`.
    func bytes(of id: SectionID, name: String) throws(CatalogError) -> CatalogBytes {
        guard let bytes = bytes(of: id) else {
            throw CatalogError(.damaged, "the catalog has no section for its \(name)")
        }
        return bytes
    }
}
