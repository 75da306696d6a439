import Catalog
import CatalogBuilder
import Testing

/// The sample's bytes, and how to damage them.
struct DamagedFile {
    var bytes: [UInt8]

    init(_ messages: [Message] = Sample.messages) throws {
        bytes = try catalogBytes(messages, metadata: Sample.metadata)
    }

    func number(at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
    }

    /// Writes a number and a checksum that fits.
    mutating func set(_ value: UInt32, at offset: Int) {
        for index in 0..<4 {
            bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))
        }
        seal()
    }

    /// Makes the checksum fit.
    mutating func seal() {
        let end = bytes.count - CatalogFormat.checksumSize
        let checksum = unsafe bytes.withUnsafeBytes { unsafe Checksum.of(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
        for index in 0..<8 {
            bytes[end + index] = UInt8(truncatingIfNeeded: checksum >> (8 * UInt64(index)))
        }
    }

    /// Where the section table describes a section.
    func record(of id: SectionID) throws -> Int {
        let records = (0..<Int(number(at: 12))).map { CatalogFormat.headerSize + $0 * 16 }
        return try #require(records.first { number(at: $0) == id.rawValue })
    }

    func offset(of id: SectionID) throws -> Int {
        try Int(number(at: record(of: id) + 8))
    }

    func size(of id: SectionID) throws -> Int {
        try Int(number(at: record(of: id) + 12))
    }
}

@Suite struct DamagedFileTests {
    private static let patterns: [UInt8] = [1, 2, 4, 8, 16, 32, 64, 128, 0xFF, 0x7F]

    @Test func `the checksum finds every change of a byte`() throws {
        let file = try DamagedFile()
        for index in file.bytes.indices {
            for pattern in Self.patterns {
                var bytes = file.bytes
                bytes[index] ^= pattern
                #expect(throws: CatalogError.self, "byte \(index) ^ \(pattern)") { try withCatalog(bytes) { _ in } }
            }
        }
    }

    @Test func `without the checksum a changed byte gives an error or readable messages`() throws {
        let file = try DamagedFile()
        var opened = 0
        for index in file.bytes.indices {
            for pattern in Self.patterns {
                var bytes = file.bytes
                bytes[index] ^= pattern
                do {
                    try withCatalog(bytes, verifyingChecksum: false) { catalog in
                        opened += readEverything(catalog, keys: Sample.keys) > 0 ? 1 : 0
                        do { try catalog.validate() } catch { #expect((error as? CatalogError)?.code == .damaged) }
                    }
                } catch let error as CatalogError {
                    #expect(!error.message.isEmpty)
                }
            }
        }
        #expect(opened > file.bytes.count)
    }

    @Test(arguments: [true, false])
    func `a file cut at any length is refused`(verifyingChecksum: Bool) throws {
        let file = try DamagedFile()
        for count in 0..<file.bytes.count {
            #expect(throws: CatalogError.self, "\(count) bytes") {
                try withCatalog(Array(file.bytes.prefix(count)), verifyingChecksum: verifyingChecksum) { _ in }
            }
        }
    }

    @Test func `a file with more at its end is refused`() throws {
        let bytes = try DamagedFile().bytes + [0]
        let error = #expect(throws: CatalogError.self) { try withCatalog(bytes, verifyingChecksum: false) { _ in } }
        #expect(error?.code == .wrongSize)
    }

    @Test func `wrong numbers under a right checksum give an error or missing keys`() throws {
        let file = try DamagedFile()
        let size = UInt32(file.bytes.count)
        let values: [UInt32] = [
            0, 1, 7, 8, 63, 64, 65, size - 8, size - 1, size, size + 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_0000,
            0xFFFF_FFF8, 0xFFFF_FFFE, 0xFFFF_FFFF,
        ]
        var opened = 0
        for offset in stride(from: 0, through: file.bytes.count - 12, by: 4) {
            for value in values {
                var damaged = file
                damaged.set(value, at: offset)
                opened +=
                    (try? withCatalog(damaged.bytes) { catalog in
                        try? catalog.validate()
                        return readEverything(catalog, keys: Sample.keys) > 0
                    }) == true ? 1 : 0
            }
        }
        #expect(opened > 0)
    }

    @Test(
        arguments: [
            (0, 0x1234_5678, CatalogError.Code.notACatalog),
            (8, 2, .unsupportedVersion),
            (8, 0x0100_0000, .unsupportedVersion),
            (8, 0, .unsupportedVersion),
            (12, 65, .damaged),
            (12, 3, .damaged),
            (16, 8, .wrongSize),
            (20, 1, .wrongSize),
            (32, 0, .damaged),
            (32, 65, .damaged),
            (40 + 8, 41, .damaged),
            (40 + 8, 0, .damaged),
            (40 + 12, 0xFFFF_FFFF, .damaged),
            (40 + 16, 1, .damaged),
        ] as [(Int, UInt32, CatalogError.Code)])
    func `a header or section table that lies is told by its code`(
        offset: Int, value: UInt32, code: CatalogError.Code
    ) throws {
        var file = try DamagedFile()
        file.set(value, at: offset)
        let error = #expect(throws: CatalogError.self) { try withCatalog(file.bytes) { _ in } }
        #expect(error?.code == code)
    }

    @Test func `a wrong checksum is told by its code`() throws {
        var bytes = try DamagedFile().bytes
        bytes[bytes.count - 1] ^= 1
        let error = #expect(throws: CatalogError.self) { try withCatalog(bytes) { _ in } }
        #expect(error?.code == .checksumMismatch)
    }

    @Test func `bytes at any alignment are read`() throws {
        let bytes = try DamagedFile().bytes
        for shift in 0..<8 {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + shift, alignment: 8)
            defer { unsafe buffer.deallocate() }
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[shift...])
            unsafe part.copyBytes(from: bytes)
            let catalog = try unsafe MessageCatalog(bytes: UnsafeRawBufferPointer(part))
            #expect(catalog.lookup("plain")?.text.string == "Straße")
        }
    }

    @Test func `sound catalogs are valid`() throws {
        try withCatalog(Sample.messages) { try $0.validate() }
        try withCatalog([]) { try $0.validate() }
    }
}

@Suite struct DamagedSectionTests {
    private static let entry = [Message(key: "k", text: "%@")]

    @Test func `an unknown section is skipped`() throws {
        var file = try DamagedFile(Self.entry)
        file.set(4711, at: try file.record(of: .templates))
        try withCatalog(file.bytes) { catalog in
            #expect(catalog.section(SectionID(rawValue: 4711))?.count == 20)
            #expect(catalog.lookup("k") == nil)
        }
    }

    @Test(arguments: [SectionID.metadata, .keySlots, .entries, .textPool])
    func `a catalog without a section it needs is refused`(id: SectionID) throws {
        var file = try DamagedFile()
        file.set(4711, at: try file.record(of: id))
        let error = #expect(throws: CatalogError.self) { try withCatalog(file.bytes) { _ in } }
        #expect(error?.code == .damaged)
    }

    @Test(arguments: [0, 3, 255] as [UInt8])
    func `a message of unknown kind is a missing key`(kind: UInt8) throws {
        var file = try DamagedFile(Self.entry)
        file.bytes[try file.offset(of: .entries) + 16] = kind
        file.seal()
        try withCatalog(file.bytes) { catalog in
            #expect(catalog.lookup("k") == nil)
            #expect(catalog.message(at: 0) == nil)
            try catalog.validate()
        }
    }

    @Test(
        arguments: [
            (0, 0xFFFF_FFF0), (4, 0xFFFF_FFFF), (4, 0), (8, 0xFFFF_FFF0), (12, 0xFFFF_FFFF), (12, 1), (20, 0xFFFF_FFFC),
            (20, 16), (20, 2),
        ] as [(Int, UInt32)])
    func `an entry that leads outside is a missing key`(field: Int, value: UInt32) throws {
        var file = try DamagedFile(Self.entry)
        file.set(value, at: try file.offset(of: .entries) + field)
        try withCatalog(file.bytes) { catalog in
            #expect(catalog.lookup("k") == nil)
            #expect(throws: CatalogError.self) { try catalog.validate() }
        }
    }

    @Test(
        arguments: [
            (4, 100), (4, 0xFFFF_FFFF), (8, 100), (8, 1), (8, 0), (12, 201 << 16), (16, 0x40_15), (16, 0x41_FF),
        ] as [(Int, UInt32)])
    func `a damaged specifier puts nothing in and is an error when asked for`(field: Int, value: UInt32) throws {
        var file = try DamagedFile(Self.entry)
        file.set(value, at: try file.offset(of: .templates) + field)
        try withCatalog(file.bytes) { catalog in
            let entry = try #require(catalog.lookup("k"))
            #expect(entry.formatted(MessageArguments(["x"])) == "%@")
            let error = #expect(throws: CatalogError.self) {
                try entry.formatted(checking: MessageArguments(["x"]))
            }
            #expect(error?.code == .damaged)
            #expect(throws: CatalogError.self) { try catalog.validate() }
        }
    }

    @Test func `specifiers out of order do not repeat text`() throws {
        var file = try DamagedFile([Message(key: "k", text: "a%@b%@c")])
        let records = try file.offset(of: .templates) + 4
        file.set(4, at: records)
        file.set(1, at: records + 16)
        try withCatalog(file.bytes) { catalog in
            let entry = try #require(catalog.lookup("k"))
            #expect(entry.formatted(MessageArguments(["x", "y"])) == "a%@bxc")
            #expect(throws: CatalogError.self) { try catalog.validate() }
        }
    }

    @Test func `text that is not UTF-8 or holds NUL is not valid`() throws {
        for byte in [0xFF, 0] as [UInt8] {
            var file = try DamagedFile([Message(key: "key", text: "text")])
            let place = try #require(file.bytes.indices.first { file.bytes[$0...].starts(with: Array("ext\0".utf8)) })
            file.bytes[place] = byte
            file.seal()
            try withCatalog(file.bytes) { catalog in
                #expect(throws: CatalogError.self) { try catalog.validate() }
                #expect(catalog.lookup("key")?.text.string == (byte == 0 ? "t\0xt" : "t\u{FFFD}xt"))
            }
        }
    }
}

@Suite struct DamagedSelectTests {
    private static let message = [
        Message(
            key: "k",
            content: .sequence([
                .text("["),
                plural([(.category(.one), "%d file"), (.exact(3), "three"), (.category(.other), "%d files")]),
                .text("]"),
            ]))
    ]

    private func select(_ body: (inout DamagedFile, Int) throws -> Void) throws -> (
        shown: String, error: CatalogError.Code?
    ) {
        var file = try DamagedFile(Self.message)
        try body(&file, file.offset(of: .selects))
        return try withCatalog(file.bytes) { catalog in
            #expect(throws: CatalogError.self) { try catalog.validate() }
            let entry = try #require(catalog.lookup("k"))
            var code: CatalogError.Code?
            do throws(CatalogError) { _ = try entry.formatted(checking: MessageArguments([1])) } catch {
                code = error.code
            }
            return (entry.formatted(MessageArguments([1])), code)
        }
    }

    @Test(
        arguments: [
            // Kind and flags, number of variants, the selector of the last, its text, its template.
            (0, 0x0003_0000), (0, 0x0003_0004), (0, 0x0003_0201), (0, 0x0000_0001), (0, 0xFFFF_0001), (0, 0x0002_0001),
            (12, 8), (12 + 12, 0xFFFF_FFF0), (12 + 16, 0xFFFF_FFFF), (12 + 20, 2), (12 + 20, 0xFFFF_FFFC),
        ] as [(Int, UInt32)])
    func `a damaged select shows what other says around it`(field: Int, value: UInt32) throws {
        let (shown, error) = try select { $0.set(value, at: $1 + field) }
        // A selector that is none only loses its variant.
        #expect(shown == (field == 12 ? "[1 files]" : "[%d files]"))
        #expect(error == (field == 12 ? nil : .damaged))
    }

    @Test(arguments: [1, 24, 0xFFFF_FFF0] as [UInt32])
    func `a specifier that names no select shows what other says`(offset: UInt32) throws {
        var file = try DamagedFile(Self.message)
        // The entry's template is the last one written; its record begins after the number of its specifiers.
        let template = try file.offset(of: .templates) + file.size(of: .templates) - TemplateSpecifier.recordSize
        file.set(offset, at: template + 8)
        try withCatalog(file.bytes) { catalog in
            let entry = try #require(catalog.lookup("k"))
            #expect(entry.formatted(MessageArguments([1])) == "[%d files]")
            let error = #expect(throws: CatalogError.self) { try entry.formatted(checking: MessageArguments([1])) }
            #expect(error?.code == .damaged)
            #expect(throws: CatalogError.self) { try catalog.validate() }
        }
    }

    @Test func `a select that holds itself ends`() throws {
        // Its only variant's template is the entry's own, which has two selects: 2^8 walks, were only the depth bounded.
        let pair = MessageContent.sequence([plural([(.category(.other), "%d")]), plural([(.category(.other), "%d")])])
        var file = try DamagedFile([Message(key: "k", content: pair)])
        let entry = try file.offset(of: .entries)
        for select in [0, 36] {
            file.set(file.number(at: entry + 20), at: try file.offset(of: .selects) + select + 12 + 20)
        }
        try withCatalog(file.bytes) { catalog in
            let entry = try #require(catalog.lookup("k"))
            #expect(throws: CatalogError.self) { try entry.formatted(checking: MessageArguments([1])) }
            #expect(entry.formatted(MessageArguments([1])).utf8.count <= 1 << 20)
            #expect(throws: CatalogError.self) { try catalog.validate() }
        }
    }

    @Test func `without its selects section a message shows what other says`() throws {
        var file = try DamagedFile(Self.message)
        file.set(4711, at: try file.record(of: .selects))
        try withCatalog(file.bytes) { catalog in
            #expect(catalog.lookup("k")?.formatted(MessageArguments([1])) == "[%d files]")
        }
    }

    @Test func `without plural rules every number is other`() throws {
        var file = try DamagedFile(Self.message)
        file.set(4711, at: try file.record(of: .pluralProgram))
        try withCatalog(file.bytes) { catalog in
            let entry = try #require(catalog.lookup("k"))
            #expect(entry.formatted(MessageArguments([1])) == "[1 files]")
            #expect(entry.formatted(MessageArguments([3])) == "[three]")
        }
    }

    @Test(arguments: [0, 7, 8, 4097, 0xFFFF_FFFF] as [UInt32])
    func `a plural program of an impossible size makes every number other`(size: UInt32) throws {
        var file = try DamagedFile(Self.message)
        file.set(size, at: try file.offset(of: .pluralProgram))
        try withCatalog(file.bytes) { catalog in
            #expect(catalog.lookup("k")?.formatted(MessageArguments([1])) == "[1 files]")
        }
    }
}
