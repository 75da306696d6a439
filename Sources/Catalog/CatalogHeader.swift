/// The fixed fields at a catalog's start, checked.
struct CatalogHeader {
    let keySeed: UInt64
    let longestProbe: Int

    /// Errors: `notACatalog`, `unsupportedVersion`, `wrongSize`, `damaged`.
    init(of file: CatalogBytes) throws(CatalogError) {
        guard let magic = file.slice(at: 0, count: 8), unsafe magic.buffer.elementsEqual(CatalogFormat.magic) else {
            throw CatalogError(.notACatalog, "the file does not begin as a catalog does")
        }
        guard file.count >= CatalogFormat.headerSize + CatalogFormat.checksumSize else {
            throw CatalogError(.wrongSize, "the catalog ends within its header, after \(file.count) bytes")
        }
        let version = file.uint32(at: 8)
        guard version == CatalogFormat.version else {
            let isSwapped = version == CatalogFormat.version.byteSwapped
            throw CatalogError(
                .unsupportedVersion,
                isSwapped ? "the catalog is of the other byte order" : "the catalog is of version \(version), not 1")
        }
        let size = file.uint64(at: 16)
        guard size == UInt64(file.count), size <= UInt64(UInt32.max) else {
            throw CatalogError(.wrongSize, "the catalog has \(file.count) bytes and states \(size)")
        }
        let sectionCount = file.uint32(at: 12)
        keySeed = file.uint64(at: 24)
        longestProbe = Int(file.uint32(at: 32))
        guard sectionCount <= CatalogFormat.maximumSectionCount else {
            throw CatalogError(.damaged, "the catalog states \(sectionCount) sections")
        }
        guard (1...CatalogFormat.maximumProbeLength).contains(longestProbe) else {
            throw CatalogError(.damaged, "the catalog states a longest probe of \(longestProbe)")
        }
    }

    /// Errors: `checksumMismatch`.
    func verifyChecksum(of file: CatalogBytes) throws(CatalogError) {
        let end = file.count - CatalogFormat.checksumSize
        let stated = file.uint64(at: end)
        let actual = unsafe Checksum.of(UnsafeRawBufferPointer(start: file.start, count: end))
        guard stated == actual else {
            throw CatalogError(
                .checksumMismatch,
                "the catalog's checksum is \(String(actual, radix: 16)), it states \(String(stated, radix: 16))")
        }
    }
}
