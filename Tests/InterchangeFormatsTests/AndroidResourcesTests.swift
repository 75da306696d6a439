import Catalog
import CatalogBuilder
import InterchangeFormats
import Testing

private func resources(_ elements: String) throws -> CatalogSource {
    try source(
        "<resources xmlns:xliff=\"urn:oasis:names:tc:xliff:document:1.2\">\(elements)</resources>", .android)
}

@Suite struct AndroidResourcesTests {
    /// What aapt2 makes of these texts.
    @Test(arguments: [
        (#"  Hello   world  "#, "Hello world"), (#""  Hello  ""#, "  Hello  "), (#"It\'s"#, "It's"),
        (#""It's""#, "It's"),
        (#"a\nb\tc"#, "a\nb\tc"), (#"\"q\""#, "\"q\""), (##"\@home \? \#1 \\"##, "@home ? #1 \\"),
        (#"\u0041\u00e9"#, "Aé"),
        ("<![CDATA[<b>x</b>]]>", "<b>x</b>"), ("1 &lt; 2 &amp; 3", "1 < 2 & 3"), ("a\n\n   b", "a b"), (#"\x"#, "x"),
        ("Pay <xliff:g id=\"p\">%1$s</xliff:g> now", "Pay %1$s now"),
    ])
    func `escapes, quotation marks and blanks`(written: String, text: String) throws {
        let source = try resources("<string name=\"k\">\(written)</string>")
        #expect(try source.text("k") == text)
        #expect(source.findings == [])
    }

    @Test func `plurals, arrays, references and comments`() throws {
        let source = try resources(
            """
            <!-- how many --><plurals name="files"><item quantity="one">%d file of %s</item>
            <item quantity="other">%d files of %s</item></plurals>
            <string-array name="days"><item>Monday</item><item>Tuesday</item></string-array>
            <string name="a">@string/b</string><string name="b">Text</string><color name="c">#fff</color>
            """)
        #expect(try source.text("files", 1, "Ada") == "1 file of Ada")
        #expect(try source.text("files", 2, "Ada") == "2 files of Ada")
        #expect(try source.text("days.1") == "Tuesday")
        #expect(try source.text("a") == "Text")
    }

    @Test(arguments: [
        ("<string>x</string>", "has no name"), ("<string name='k'>It's</string>", "an apostrophe"),
        ("<plurals name='k'><item quantity='lots'>x</item></plurals>", "“lots”, which is no category"),
        ("<plurals name='k'><item quantity='one'>x</item></plurals>", "none is “other”"),
        ("<string name='k'>@string/none</string>", "which is not in this file"),
        ("<string name='k'>@string/k</string>", "refers to itself"),
        ("<string name='k'>x</string><string name='k'>y</string>", "is there twice"),
        ("<string name='k'>&custom;</string>", "is none of XML's own"),
    ])
    func `what is wrong is an error with its place`(elements: String, complaint: String) throws {
        let source = try resources(elements)
        #expect(source.build().catalogs.isEmpty)
        let finding = try #require(source.findings.first)
        #expect(finding.contains(complaint), "\(finding)")
        #expect(finding.hasPrefix("1:"))
    }

    @Test func `other markup is left out with a warning`() throws {
        let source = try resources("<string name='k'>a <b>bold</b> text</string>")
        #expect(try source.text("k") == "a bold text")
        #expect(source.findings.first?.contains("<b>, which is left out") == true)
    }
}
