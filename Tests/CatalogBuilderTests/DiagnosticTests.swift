import CatalogBuilder
import JSON
import Testing

@Suite struct DiagnosticTests {
    @Test func `a finding has a form for people and one for programs`() throws {
        let placed = Diagnostic(.error, file: "a.json", position: SourcePosition(line: 3, column: 7), "no “text”")
        #expect(placed.description == "a.json:3:7: error: no “text”")
        #expect(
            try String(decoding: JSONEncoder().encode(placed), as: UTF8.self)
                == #"{"severity":"error","file":"a.json","line":3,"column":7,"message":"no “text”"}"#)
        let whole = Diagnostic(.warning, file: "a.json", "odd")
        #expect(whole.description == "a.json: warning: odd")
        #expect(
            try String(decoding: JSONEncoder().encode(whole), as: UTF8.self)
                == #"{"severity":"warning","file":"a.json","message":"odd"}"#)
    }

    @Test func `findings beyond a thousand are counted`() {
        var diagnostics = DiagnosticCollector(file: "f")
        for number in 1...1003 { diagnostics.warning("\(number)") }
        #expect(diagnostics.all.count == 1001)
        #expect(diagnostics.all.last?.description == "f: warning: 3 more findings are not shown")
        #expect(!diagnostics.hasErrors)
        diagnostics.error("x")
        #expect(diagnostics.hasErrors)
        #expect(diagnostics.all.last?.description == "f: error: 4 more findings are not shown")
    }

    @Test(arguments: [
        ("", 1, 1), ("ab", 1, 3), ("a\nb", 2, 2), ("a\r\nb", 2, 2), ("a\rb", 2, 2), ("\n\n", 3, 1), ("äö", 1, 3),
        ("a\r\r\n\rb", 4, 2),
    ])
    func `lines end in LF, CR LF or CR, columns count characters`(text: String, line: Int, column: Int) throws {
        // What stands behind the text is an error right there.
        let bytes = Array(text.utf8) + [0xFF]
        let finding = try source(bytes: bytes, file: "f.strings", language: "en").build().diagnostics.first
        #expect(finding?.line == line)
        #expect(finding?.column == column)
    }
}
