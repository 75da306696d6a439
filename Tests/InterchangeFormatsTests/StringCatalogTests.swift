import Catalog
import CatalogBuilder
import InterchangeFormats
import Testing

@Suite struct StringCatalogTests {
    private static let catalog = """
        {"sourceLanguage": "en", "version": "1.0", "strings": {
          "Hello": {},
          "greeting": {"comment": "to the owner", "localizations": {
            "en": {"stringUnit": {"state": "translated", "value": "Hello %@"}},
            "de": {"stringUnit": {"state": "translated", "value": "Hallo %@"}},
            "fr": {"stringUnit": {"state": "new", "value": ""}}}},
          "files": {"localizations": {"en": {"variations": {"plural": {
            "one": {"stringUnit": {"state": "translated", "value": "%lld file"}},
            "other": {"stringUnit": {"state": "translated", "value": "%lld files"}}}}}}},
          "rooms": {"localizations": {"en": {
            "stringUnit": {"state": "translated", "value": "%#@people@ in %#@rooms@"},
            "substitutions": {
              "people": {"argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {
                "one": {"stringUnit": {"state": "translated", "value": "%arg person"}},
                "other": {"stringUnit": {"state": "translated", "value": "%arg people"}}}}},
              "rooms": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
                "one": {"stringUnit": {"state": "translated", "value": "%arg room"}},
                "other": {"stringUnit": {"state": "translated", "value": "%arg rooms"}}}}}}}}},
          "tap": {"localizations": {"en": {"variations": {"device": {
            "iphone": {"stringUnit": {"state": "translated", "value": "Tap"}},
            "other": {"stringUnit": {"state": "translated", "value": "Click"}}}}}}},
          "v1": {"shouldTranslate": false}}}
        """

    @Test func `texts of all languages are read, and a key alone is its own text`() throws {
        let source = try source(Self.catalog, .xcstrings, language: nil, base: "en")
        #expect(source.build().catalogs.map(\.language).sorted() == ["de", "en"])
        #expect(try source.text("Hello") == "Hello")
        #expect(try source.text("greeting", "Ada", language: "de") == "Hallo Ada")
        #expect(try !source.keys().contains("v1"))
        #expect(source.findings == [])
    }

    @Test func `texts vary by number, with variables, and by device`() throws {
        let source = try source(Self.catalog, .xcstrings, language: "en")
        #expect(try source.text("files", 1) == "1 file")
        #expect(try source.text("files", 2) == "2 files")
        #expect(try source.text("rooms", 1, 3) == "1 person in 3 rooms")
        #expect(try source.text("rooms", 2, 1) == "2 people in 1 room")
        #expect(try source.text("tap") == "Click")
    }

    @Test(arguments: [
        ("{}", "there is no sourceLanguage"), (#"{"sourceLanguage": "../x", "strings": {}}"#, "language"),
        (#"{"sourceLanguage": "en"}"#, "there is no object “strings”"),
        (
            #"{"sourceLanguage":"en","strings":{"k":{"localizations":{"en":{"stringUnit":{"value":"%#@x@"}}}}}}"#,
            "asks for the variable “x”"
        ),
        (
            #"{"sourceLanguage":"en","strings":{"k":{"localizations":{"en":{"variations":{"plural":{"lots":{}}}}}}}}"#,
            "no category"
        ),
        (
            #"{"sourceLanguage":"en","strings":{"k":{"localizations":{"en":{"variations":{"moon":{}}}}}}}"#,
            "varies by something else"
        ),
    ])
    func `what is wrong is an error`(text: String, complaint: String) throws {
        let source = try source(text, .xcstrings, language: nil)
        #expect(source.build().catalogs.isEmpty)
        #expect(source.findings.first?.contains(complaint) == true, "\(source.findings)")
    }
}
