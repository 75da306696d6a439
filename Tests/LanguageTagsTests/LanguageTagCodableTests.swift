import JSON
import LanguageTags
import Testing

@Suite struct `A language tag in JSON` {
    private func decode(_ text: String) throws -> [LanguageTag] {
        let document = try JSONDocument(parsing: Array(text.utf8), limits: .request)
        return try JSONDecoder().decode([LanguageTag].self, from: document.root)
    }

    @Test func `is a string, read in any spelling and written canonical`() throws {
        let tags = try decode(#"["iw", "zh_hant", "hi_IN.UTF-8"]"#)
        #expect(tags.map(\.identifier) == ["he", "zh-Hant", "hi-IN"])
        #expect(String(decoding: try JSONEncoder().encode(tags), as: UTF8.self) == #"["he","zh-Hant","hi-IN"]"#)
    }

    @Test(arguments: [
        (#"["en", "../x"]"#, #""../x" is not a language tag: it contains the character U+002F"#),
        (#"["en\u0000"]"#, #""en\0" is not a language tag: it contains the character U+0000"#),
    ])
    func `fails with the parser's sentence`(text: String, message: String) {
        let error = #expect(throws: DecodingError.self) { try decode(text) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error)) is not about the value")
            return
        }
        #expect(context.debugDescription == message)
    }
}
