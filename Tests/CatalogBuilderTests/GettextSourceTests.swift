import CatalogBuilder
import Testing

/// A .mo file, put together field by field.
struct MoFile {
    var magic: UInt32 = 0x9504_12DE
    var revision: UInt32 = 0
    var isBigEndian = false
    var strings: [(key: [UInt8], text: [UInt8])]

    init(_ strings: [(String, String)]) {
        self.strings = strings.map { (Array($0.0.utf8), Array($0.1.utf8)) }
    }

    var bytes: [UInt8] {
        let tables = 28
        let count = strings.count
        var place = tables + count * 16
        var keys: [UInt32] = []
        var texts: [UInt32] = []
        var data: [UInt8] = []
        for (key, text) in strings {
            keys += [UInt32(key.count), UInt32(place)]
            texts += [UInt32(text.count), UInt32(place + key.count + 1)]
            data += key + [0] + text + [0]
            place += key.count + text.count + 2
        }
        let header = [
            magic, revision, UInt32(count), UInt32(tables), UInt32(tables + count * 8), 0, UInt32(tables),
        ]
        return (header + keys + texts).flatMap(encoded) + data
    }

    private func encoded(_ number: UInt32) -> [UInt8] {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    func build(language: String = "de") throws -> BuildResult {
        try source(bytes: bytes, file: "app.mo", language: language).build()
    }
}

@Suite struct GettextSourceTests {
    private static let header = (
        "", "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"
    )
    private static let sound = MoFile([header, ("menu\u{4}Open", "Öffnen"), ("Quit", "Beenden")])

    @Test(arguments: [false, true]) func `messages of either byte order are read`(isBigEndian: Bool) throws {
        var file = Self.sound
        file.isBigEndian = isBigEndian
        let texts = try source(bytes: file.bytes, file: "app.mo", language: "de").texts()
        #expect(texts == ["de": ["menu\u{4}Open": "Öffnen", "Quit": "Beenden"]])
    }

    @Test func `keys need no order, messages without text are missing`() throws {
        let result = try MoFile([("z", "1"), ("a", "2"), ("m", "")]).build()
        #expect(try result.catalogs.first?.texts() == ["z": "1", "a": "2"])
        #expect(
            result.diagnostics.map(\.description) == [
                "app.mo: warning: 1 message has no text in de and will be missing; the first is “m”"
            ])
    }

    @Test func `system-dependent messages are reported`() throws {
        var file = Self.sound
        file.revision = 1
        #expect(
            try file.build().diagnostics.map(\.description) == [
                "app.mo: warning: system-dependent messages of the .mo file will be missing"
            ])
    }

    @Test(arguments: ["ISO-8859-1", "KOI8-R", "CHARSET"])
    func `another character set is an error`(name: String) throws {
        let result = try MoFile([("", "Content-Type: text/plain; charset=\(name)\n")]).build()
        #expect(result.catalogs.isEmpty)
        #expect(
            result.diagnostics.map(\.description) == [
                "app.mo: error: the .mo file is in “\(name.lowercased())”; convert it with msgconv -t UTF-8"
            ])
    }

    @Test func `text that is not UTF-8 is an error`() throws {
        var file = Self.sound
        file.strings[1].text = [0xC4]
        #expect(
            try file.build().diagnostics.map(\.description) == [
                "app.mo: error: text 1 of the .mo file is not UTF-8; convert it with msgconv -t UTF-8"
            ])
    }

    @Test func `a key that is there twice is an error`() throws {
        #expect(
            try MoFile([("a", "1"), ("a", "2")]).build().diagnostics.map(\.description) == [
                "app.mo: error: the key “a” is there twice"
            ])
    }

    @Test func `another magic or revision is an error`() throws {
        var file = Self.sound
        file.magic = 0x9504_12DF
        #expect(try file.build().diagnostics.map(\.message) == ["the file does not begin as a .mo file does"])
        file = Self.sound
        file.revision = 2 << 16
        #expect(try file.build().diagnostics.map(\.message) == ["the .mo file is of revision 2"])
    }

    @Test(arguments: [0, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF8, 0xFFFF_FFFF] as [UInt32])
    func `numbers that lead outside are an error or change what is read`(value: UInt32) throws {
        let bytes = Self.sound.bytes
        for offset in stride(from: 8, to: 28 + 3 * 16, by: 4) {
            var damaged = bytes
            for index in 0..<4 { damaged[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index))) }
            let result = try source(bytes: damaged, file: "app.mo", language: "de").build()
            #expect(result.catalogs.count == (result.diagnostics.contains { $0.severity == .error } ? 0 : 1))
        }
    }

    @Test func `a file cut anywhere is an error`() throws {
        let bytes = Self.sound.bytes
        for count in bytes.indices {
            let result = try source(bytes: Array(bytes.prefix(count)), file: "app.mo", language: "de").build()
            #expect(result.catalogs.isEmpty)
            #expect(result.diagnostics.count == 1)
        }
    }

    @Test func `strings that overlap a thousandfold are an error`() throws {
        // Two hundred entries name the same 100 bytes.
        var file = MoFile((0..<200).map { ("\($0)", "") })
        file.strings[0].text = [UInt8](repeating: 0x78, count: 100)
        var bytes = file.bytes
        let first = 28 + 200 * 8
        for entry in 1..<200 {
            bytes.replaceSubrange(first + entry * 8..<first + entry * 8 + 8, with: bytes[first..<first + 8])
        }
        let result = try source(bytes: bytes, file: "app.mo", language: "de").build()
        #expect(result.diagnostics.map(\.message) == ["the strings of the .mo file overlap"])
    }
}
