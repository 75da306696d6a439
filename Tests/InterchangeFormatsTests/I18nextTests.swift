import Catalog
import CatalogBuilder
import InterchangeFormats
import Testing

@Suite struct I18nextTests {
    private static let english = """
        {"file_one": "{{count}} file", "file_other": "{{count}} files", "file_zero": "no file",
         "place_ordinal_one": "{{count}}st", "place_ordinal_two": "{{count}}nd", "place_ordinal_few": "{{count}}rd",
         "place_ordinal_other": "{{count}}th", "friend_male": "his", "friend_female": "her",
         "nav": {"home": "Go to {{- place}}, 100%"}}
        """

    @Test(arguments: [(0, "no file"), (1, "1 file"), (2, "2 files")])
    func `endings of a key are its plural forms`(count: Int64, text: String) throws {
        let source = try source(Self.english, .i18next)
        #expect(try source.text("file", named: ["count": .integer(count)]) == text)
    }

    @Test func `ordinals, contexts and nested keys`() throws {
        let source = try source(Self.english, .i18next)
        #expect(try source.text("place_ordinal", named: ["count": 22]) == "22nd")
        #expect(try source.text("friend_male") == "his")
        #expect(try source.text("nav.home", named: ["place": "Delhi"]) == "Go to Delhi, 100%")
        #expect(source.findings == [])
    }

    @Test func `the categories are the language's`() throws {
        let polish = try source(
            #"{"f_one": "plik", "f_few": "pliki", "f_many": "plików", "f_other": "pliku"}"#, .i18next, language: "pl")
        #expect(try polish.text("f", named: ["count": 5], language: "pl") == "plików")
        #expect(try polish.text("f", named: ["count": 3], language: "pl") == "pliki")
    }

    @Test(arguments: [
        (#"{"a_one": "x"}"#, "none is “other”"), (#"{"a": "$t(b)", "b": "x"}"#, "holds another text"),
        (#"{"a": "{{x, uppercase}}"}"#, "has to pass it formatted"),
        (#"{"a": "{{not a name!}}"}"#, "is no argument"),
        (#"{"a": "{{}}"}"#, "is no argument"), (#"{"a": [1]}"#, "is no text"), ("[]", "an object was expected"),
        (#"{"a": "x", "a": "y"}"#, "stands twice"),
    ])
    func `what is wrong or left out is said with its place`(text: String, complaint: String) throws {
        let finding = try #require(try source(text, .i18next).findings.first)
        #expect(finding.contains(complaint), "\(finding)")
        #expect(finding.hasPrefix("1:"))
    }

    @Test func `a JSON file is taken for i18next's by its plural forms`() throws {
        func format(_ text: String) -> InterchangeFormat? {
            InterchangeFormat(file: "locales/en.json", bytes: Array(text.utf8))
        }
        #expect(format(Self.english) == .i18next)
        #expect(format(#"{"a": {"b_other": "x"}}"#) == .i18next)
        #expect(format(#"{"a": "{{count}}", "b": {"c": "d"}}"#) == .json)
        #expect(format("not JSON") == .json)
        #expect(InterchangeFormat(file: "x.txt", bytes: []) == nil)
        #expect(InterchangeFormat(file: ".json", bytes: []) == nil)
    }
}
