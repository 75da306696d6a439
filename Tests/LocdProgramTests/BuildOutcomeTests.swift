import CatalogBuilder
import LanguageTags
import Testing

@testable import locd

@Suite struct BuildOutcomeTests {
    private static let outcome = BuildOutcome(
        BuildResult(
            catalogs: [BuiltCatalog(language: "hi", bytes: [1, 2, 3]), BuiltCatalog(language: "en", bytes: [4])],
            diagnostics: [Diagnostic(.warning, file: "hi.json", "a finding")]))

    @Test("A result is read as it was written")
    func roundTrip() throws {
        let read = try #require(BuildOutcome(parsing: Self.outcome.serialized()))
        #expect(read == Self.outcome)
        #expect(read.catalogs.map(\.language) == ["hi", "en"])
        #expect(read.catalogs.map { Array($0.bytes) } == [[1, 2, 3], [4]])
        #expect(read.diagnostics.map(\.message) == ["a finding"])
    }

    @Test("A result that was cut is none, wherever it was cut")
    func truncation() throws {
        let bytes = try Self.outcome.serialized()
        for count in bytes.indices { #expect(BuildOutcome(parsing: Array(bytes[..<count])) == nil) }
        #expect(BuildOutcome(parsing: bytes + [0]) == nil)
    }

    @Test("A result with any byte changed is none, or one whose parts lie inside it")
    func flips() throws {
        let bytes = try Self.outcome.serialized()
        for index in bytes.indices {
            for mask: UInt8 in [1, 0x80, 0xFF] {
                var changed = bytes
                changed[index] ^= mask
                guard let outcome = BuildOutcome(parsing: changed) else { continue }
                #expect(outcome.catalogs.reduce(0) { $0 + $1.bytes.count } == 4)
            }
        }
    }

    @Test("A request is read as its arguments have it, and nothing else is one")
    func requests() throws {
        let hindi = try LanguageTag(parsing: "hi")
        for request in [
            BuildRequest(
                kind: .json, domain: "shop", file: "/v/shop/hi.json", language: hindi, baseLanguage: nil,
                hasBase: true, digest: "00ff"),
            BuildRequest(
                kind: .strings, domain: "shop", file: "", language: nil, baseLanguage: hindi, hasBase: false,
                digest: ""),
        ] {
            #expect(BuildRequest(arguments: request.arguments) == request)
        }
        #expect(BuildRequest(arguments: []) == nil)
        #expect(BuildRequest(arguments: ["frob", "d", "f", "", "", "", ""]) == nil)
        #expect(BuildRequest(arguments: ["json", "d", "f", "../x", "", "", ""]) == nil)
    }
}
