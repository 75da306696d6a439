import Catalog
import CatalogBuilder
import TestSupport
import Testing

@testable import Locd

@Suite struct `Texts with numbers and markup` {
    /// A localizer over catalogs of French texts, at an address where no daemon is.
    private static func texts(_ body: (Texts) throws -> Void) throws {
        let scratch = try ScratchDirectory()
        let files: MessageContent = .select(
            MessageSelect(
                .cardinal, on: .position(0),
                variants: [
                    .init(.category(.one), .text("%d pomme")), .init(.category(.other), .text("%d pommes")),
                ]))
        var diagnostics = DiagnosticCollector(file: "test")
        let set = MessageSet(
            metadata: CatalogMetadata(domain: "app", language: "fr"),
            messages: [
                Message(key: "apples", content: files), Message(key: "apples(0)", text: "pas de pommes"),
                Message(key: "eats", text: "%2$@ a %1$d pommes"), Message(key: "eats(1)", text: "%2$@ a une pomme"),
                Message(key: "title", text: "<traits=b>{%@} & {name}", isAttributed: true),
            ])
        let bytes = try #require(CatalogWriter.catalog(of: set, diagnostics: &diagnostics))
        try scratch.makeDirectory("app")
        try scratch.write(bytes, to: "app/fr.lcat")
        let own = try OwnTexts(directory: "\(scratch.path)/app")
        let connection = Connection(address: "/nonexistent/org.locd", application: nil, caches: [])
        var options = Localizer.Options()
        options.onMissing = { _ in }
        let localizer = Localizer(domain: "app", own: own, options: options, connection: connection)
        try body(localizer.texts(in: "fr"))
    }

    @Test func `show the plural form of a number`() throws {
        try Self.texts { texts in
            #expect(texts.text("apples", 0) == "0 pomme")
            #expect(texts.text("apples", 1) == "1 pomme")
            #expect(texts.text("apples", 2) == "2 pommes")
            #expect(texts.text("apples", MessageArgument.decimal("1.5"), "more") == "%d pomme")
            #expect(texts.text("apples", 7, "more", "than", "it", "takes") == "7 pommes")
        }
    }

    @Test func `show the text of exactly this number where there is one`() throws {
        try Self.texts { texts in
            #expect(texts.text("apples", count: 0) == "pas de pommes")
            #expect(texts.text("apples", count: 1) == "1 pomme")
            #expect(texts.text("apples", count: 2) == "2 pommes")
            #expect(texts.text("eats", count: 2, "Zoé") == "Zoé a 2 pommes")
            #expect(texts.text("eats", count: 1, "Zoé") == "Zoé a une pomme")
            #expect(texts.text("eats", count: 0, "Zoé") == "Zoé a 0 pommes")
            #expect(texts.text("eats", count: MessageArgument.decimal("1"), "Zoé") == "Zoé a une pomme")
            #expect(texts.text("eats", count: MessageArgument.decimal("1.0"), "Zoé") == "Zoé a 1 pommes")
            #expect(texts.text("absent", count: 1) == "absent")
            #expect(texts.text("absent", count: 1, default: "%d left") == "1 left")
        }
    }

    @Test func `become spans, arguments staying text`() throws {
        try Self.texts { texts in
            var bold = TextAttributes()
            bold.bold = true
            #expect(
                texts.attributedText("title", "<x> }").spans == [
                    AttributedText.Span("<x> }", bold), AttributedText.Span(" & {name}"),
                ])
            #expect(texts.attributedText("title", ["name": "{%@}"]).plainText == "%@ & {%@}")
            #expect(texts.attributedText("title").pangoMarkup == "<span weight=\"bold\">%@</span> &amp; {name}")
            #expect(texts.attributedText("absent", 1).spans == [AttributedText.Span("absent")])
            #expect(
                texts.attributedText("absent", 1, default: "<traits=b>{%@}").spans == [AttributedText.Span("1", bold)])
        }
    }
}
