import Catalog
import CatalogBuilder
import LanguageTags
import Testing

@Suite struct CatalogAssemblyTests {
    private func assembly(language: String = "hi", isBase: Bool = false) throws -> CatalogAssembly {
        CatalogAssembly(domain: "kiosk", language: try LanguageTag(parsing: language), isBase: isBase)
    }

    private func texts(_ catalog: [UInt8]?) throws -> [String: String] {
        try BuiltCatalog(language: "hi", bytes: try #require(catalog)).texts()
    }

    @Test func `several files of several kinds become one catalog`() throws {
        var assembly = try assembly()
        #expect(
            assembly.add(
                Array(#"{"a": "1", "b": {"c": "2"}}"#.utf8), reader: CatalogSource.Kind.json.reader, file: "x.json"
            ).isEmpty)
        #expect(
            assembly.add(Array(#""d" = "3 %@";"#.utf8), reader: CatalogSource.Kind.strings.reader, file: "y.strings")
                .isEmpty)
        #expect(assembly.messageCount == 3)
        let catalog = assembly.catalog(file: "hi.lcat")
        #expect(try texts(catalog) == ["a": "1", "b.c": "2", "d": "3 %@"])
        #expect(assembly.diagnostics.isEmpty)
    }

    @Test func `the catalog says whose texts it holds`() throws {
        var assembly = try assembly(language: "ar", isBase: true)
        _ = assembly.add(Array(#"{"a": ""}"#.utf8), reader: CatalogSource.Kind.json.reader, file: "x.json")
        let catalog = assembly.catalog(file: "ar.lcat")
        let bytes = try #require(catalog)
        try BuiltCatalog(language: "ar", bytes: bytes).open { catalog in
            #expect(catalog.metadata.domain == "kiosk")
            #expect(catalog.metadata.language == "ar")
            #expect(catalog.metadata.direction == .rightToLeft)
            #expect(catalog.metadata.isBase)
        }
        #expect(try texts(bytes) == ["a": ""])
    }

    @Test func `a key in two files is an error that names both places`() throws {
        var assembly = try assembly()
        _ = assembly.add(Array(#"{"a": "1"}"#.utf8), reader: CatalogSource.Kind.json.reader, file: "x.json")
        let findings = assembly.add(
            Array("{\n  \"b\": \"2\", \"a\": \"3\"}".utf8), reader: CatalogSource.Kind.json.reader, file: "y.json")
        #expect(findings.map(\.description) == ["y.json:2:13: error: the key “a” is in x.json:1:2 already"])
        #expect(assembly.catalog(file: "hi.lcat") == nil)
    }

    @Test func `a key twice in one file is one error, in that file`() throws {
        var assembly = try assembly()
        let findings = assembly.add(
            Array("\"a\" = \"1\";\n\"a\" = \"2\";".utf8), reader: CatalogSource.Kind.strings.reader, file: "y.strings")
        #expect(findings.map(\.file) == ["y.strings"])
        #expect(findings.map(\.severity) == [.error])
        #expect(assembly.catalog(file: "hi.lcat") == nil)
    }

    @Test func `keys that differ in normalisation only are two keys`() throws {
        var assembly = try assembly()
        _ = assembly.add(Array("{\"\u{E9}\": \"1\"}".utf8), reader: CatalogSource.Kind.json.reader, file: "x.json")
        _ = assembly.add(Array("{\"e\u{301}\": \"2\"}".utf8), reader: CatalogSource.Kind.json.reader, file: "y.json")
        #expect(assembly.diagnostics.isEmpty)
        let catalog = assembly.catalog(file: "hi.lcat")
        try BuiltCatalog(language: "hi", bytes: #require(catalog)).open { #expect($0.keyCount == 2) }
    }

    @Test func `a message without text is left out of a translation, with a warning`() throws {
        var assembly = try assembly()
        let findings = assembly.add(
            Array(#"{"a": "", "b": "2"}"#.utf8), reader: CatalogSource.Kind.json.reader, file: "x.json")
        #expect(findings.map(\.severity) == [.warning])
        #expect(try texts(assembly.catalog(file: "hi.lcat")) == ["b": "2"])
    }

    @Test func `one bad file among good ones gives no catalog`() throws {
        var assembly = try assembly()
        _ = assembly.add(Array(#"{"a": "1"}"#.utf8), reader: CatalogSource.Kind.json.reader, file: "x.json")
        _ = assembly.add(Array("{".utf8), reader: CatalogSource.Kind.json.reader, file: "y.json")
        #expect(assembly.diagnostics.map(\.file) == ["y.json"])
        #expect(assembly.catalog(file: "hi.lcat") == nil)
    }
}
