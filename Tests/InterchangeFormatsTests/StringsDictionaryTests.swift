import Catalog
import CatalogBuilder
import InterchangeFormats
import Testing

/// A .stringsdict file with these keys.
private func list(_ keys: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>\(keys)</dict></plist>
    """
}

/// A variable of these texts.
private func variable(_ name: String, _ texts: KeyValuePairs<String, String>) -> String {
    let members = texts.map { "<key>\($0.key)</key><string>\($0.value)</string>" }.joined()
    return """
        <key>\(name)</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
        <key>NSStringFormatValueTypeKey</key><string>d</string>\(members)</dict>
        """
}

private func entry(_ key: String, _ format: String, _ variables: String...) -> String {
    """
    <key>\(key)</key><dict><key>NSStringLocalizedFormatKey</key><string>\(format)</string>\(variables.joined())</dict>
    """
}

@Suite struct StringsDictionaryTests {
    private static let english = list(
        entry("FILES", "%#@files@ remaining", variable("files", ["one": "%d file", "other": "%d files"])))
    private static let russian = list(
        entry(
            "FILES", "%#@files@",
            variable(
                "files",
                [
                    "one": "Остался %d файл", "few": "Осталось %d файла", "many": "Осталось %d файлов",
                    "other": "Осталось %d файла",
                ])))

    @Test(arguments: [
        (1, "1 file remaining", "Остался 1 файл"), (2, "2 files remaining", "Осталось 2 файла"),
        (5, "5 files remaining", "Осталось 5 файлов"), (21, "21 files remaining", "Остался 21 файл"),
    ])
    func `a number chooses its text in each language`(number: Int, inEnglish: String, inRussian: String) throws {
        let argument = MessageArgument(number)
        #expect(try source(Self.english, .stringsdict).text("FILES", argument) == inEnglish)
        let russian = try source(Self.russian, .stringsdict, language: "ru")
        #expect(try russian.text("FILES", argument, language: "ru") == inRussian)
    }

    @Test func `zero is for nothing at all, in every language`() throws {
        let text = list(entry("k", "%#@n@", variable("n", ["zero": "none", "one": "one", "other": "%d"])))
        let source = try source(text, .stringsdict)
        #expect(try source.text("k", MessageArgument(0)) == "none")
        #expect(try source.text("k", MessageArgument(1)) == "one")
        #expect(try source.text("k", MessageArgument(7)) == "7")
    }

    @Test func `several variables and other arguments take their arguments in turn, or by position`() throws {
        let files = variable("files", ["one": "%d file", "other": "%d files"])
        let folders = variable("folders", ["one": "%d folder", "other": "%d folders"])
        let inTurn = try source(list(entry("k", "%#@files@ for %@ in %#@folders@", files, folders)), .stringsdict)
        #expect(
            try inTurn.text("k", MessageArgument(1), MessageArgument("Ada"), MessageArgument(2))
                == "1 file for Ada in 2 folders")
        let byPosition = try source(
            list(entry("k", "%2$#@folders@: %1$#@files@, 100%%", files, folders)), .stringsdict)
        #expect(try byPosition.text("k", MessageArgument(1), MessageArgument(2)) == "2 folders: 1 file, 100%")
    }

    @Test func `variables stand within variables`() throws {
        let text = list(
            entry(
                "k", "%#@a@", variable("a", ["one": "one %2$#@b@", "other": "%d %2$#@b@"]),
                variable("b", ["one": "room", "other": "rooms"])))
        let source = try source(text, .stringsdict)
        #expect(try source.text("k", MessageArgument(1), MessageArgument(1)) == "one room")
        #expect(try source.text("k", MessageArgument(3), MessageArgument(2)) == "3 rooms")
    }

    @Test(arguments: [
        (entry("k", "%#@n@", variable("n", ["one": "x"])), "has variants, but none is “other”"),
        (entry("k", "%#@n@"), "asks for the variable “n”, which is not there"),
        (entry("k", "%#@n@", variable("n", ["lots": "x", "other": "y"])), "has a text for “lots”"),
        (entry("k", "%#@n@", variable("n", ["other": "%#@n@"])), "nested deeper than 8"),
        ("<key>k</key><dict/>", "has no NSStringLocalizedFormatKey"),
        ("<key>k</key><string>x</string>", "is no dictionary"),
        ("<key>k</key>", "the key “k” has no value"),
        (entry("k", "x") + entry("k", "y"), "the key “k” is there twice"),
        ("<string>x</string>", "a <key> was expected"),
    ])
    func `what cannot be a message is an error with its place`(keys: String, complaint: String) throws {
        let source = try source(list(keys), .stringsdict)
        #expect(source.build().catalogs.isEmpty)
        let finding = try #require(source.findings.first)
        #expect(finding.contains(complaint))
        // Keys stand in the third line and the one after it.
        #expect(finding.hasPrefix("3:") || finding.hasPrefix("4:"), "\(finding)")
    }

    @Test(arguments: [
        ("bplist00", "1:1: error: the property list is binary"), ("", "1:1: error: the file is empty"),
        ("<plist><dict>", "1:14: error: Premature end"), ("<strings/>", "1:1: error: a property list begins with"),
        ("<!DOCTYPE p [<!ENTITY l \"x\">]>\n<plist/>", "1:14: error: declarations of a document type are not read"),
        ("<plist>\n<string>&nbsp;</string></plist>", "2:15: error: the entity &nbsp; is none of XML's own"),
        ("<?xml version='1.0' encoding='latin1'?><plist/>", "1:1: error: the file says that it is in “latin1”"),
        ("<plist><dict/><dict/></plist>", "1:1: error: a property list holds one value"),
    ])
    func `what is no property list is an error with its place`(text: String, complaint: String) throws {
        let finding = try #require(try source(text, .stringsdict).findings.first)
        #expect(finding.hasPrefix(complaint), "\(finding)")
    }

    @Test func `a hundred thousand elements in each other are refused`() throws {
        let deep = String(repeating: "<dict>", count: 100_000)
        #expect(try source("<plist>\(deep)", .stringsdict).build().catalogs.isEmpty)
    }
}
