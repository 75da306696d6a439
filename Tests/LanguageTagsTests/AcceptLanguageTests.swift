import LanguageTags
import Testing

@Suite struct `The header Accept-Language` {
    @Test(
        arguments: [
            ("hi-IN,en;q=0.8", ["hi-IN", "en"]), ("en;q=0.8,hi-IN", ["hi-IN", "en"]),
            ("da, en-gb;q=0.8, en;q=0.7", ["da", "en-GB", "en"]), ("fr;q=0.5,de;q=0.5,it;q=0.6", ["it", "fr", "de"]),
            (" en ; q=0.5 ,\tde", ["de", "en"]), ("en;q=1.000,de;Q=0.999", ["en", "de"]), ("iw", ["he"]),
            ("en,en;q=0.1", ["en"]), ("*", []), ("*,en;q=0.5", ["en"]), ("en;q=0,de", ["de"]), ("", []), (",,,", []),
            ("en;q=2,de", ["de"]), ("en;q=1.1,de", ["de"]), ("en;q=0.1234,de", ["de"]), ("en;q=-1,de", ["de"]),
            ("en;q=nan,de", ["de"]), ("en;q=,de", ["de"]), ("en;q=0.5;x=1,de", ["de"]), ("en;level=1,de", ["de"]),
            ("en_US,de", ["de"]), ("../etc,de", ["de"]), ("und,C,x-a,de", ["de"]), ("en\0,de", ["de"]), ("en;q=0.", []),
        ] as [(String, [String])])
    func `is read by weight, and what is not one is passed over`(header: String, expected: [String]) {
        #expect(AcceptLanguage(parsing: header).preferences.map(\.identifier) == expected)
    }

    @Test func `tells what is refused and whether anything will do`() {
        let header = AcceptLanguage(parsing: "hi, en;q=0, *;q=0.1")
        #expect(header.refused.map(\.identifier) == ["en"])
        #expect(header.acceptsAny)
        #expect(!AcceptLanguage(parsing: "hi, *;q=0").acceptsAny)
        #expect(!AcceptLanguage(parsing: "hi").acceptsAny)
    }

    @Test func `is read within limits`() {
        let many = (0..<100).map { "en-x-a\($0)" }.joined(separator: ",")
        #expect(AcceptLanguage(parsing: many).preferences.count == AcceptLanguage.maximumCount)
        let padded = String(repeating: " ", count: AcceptLanguage.maximumLength) + ",hi"
        #expect(AcceptLanguage(parsing: padded).preferences.isEmpty)
        let split = String(repeating: "é", count: AcceptLanguage.maximumLength)
        #expect(AcceptLanguage(parsing: "hi," + split).preferences.map(\.identifier) == ["hi"])
    }
}
