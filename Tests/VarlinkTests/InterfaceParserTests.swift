import Testing
import Varlink

/// The error that a definition is refused with; nil when it is accepted.
private func refusal(_ text: String) -> InterfaceDescriptionError? {
    do throws(InterfaceDescriptionError) {
        _ = try InterfaceDescription(parsing: text)
        return nil
    } catch {
        return error
    }
}

struct InterfaceParserTests {
    @Test("The specification's example of types is read")
    func types() throws {
        let interface = try InterfaceDescription(
            parsing: """
                interface org.example.x1
                type MyOtherType (a, b)
                type MyType (
                   example_bool: bool, example_int: int, example_float: float, example_string: string,
                   example_object: object, example_any: any,
                   example_enum: (one, two, three),
                   example_struct: (first: int, second: string),
                   example_array: []string,
                   example_dictionary: [string]string,
                   example_stringset: [string](),
                   example_nullable: ?string,
                   example_nullable_array_struct: ?[](first: int, second: string),
                   example_nested: [][string]?[]int,
                   example_other_type: MyOtherType
                )
                """)
        guard case .type(.structure(let fields))? = interface.member("MyType")?.definition else {
            Issue.record("no structure")
            return
        }
        let inner = fields.first { $0.name == "example_struct" }?.type
        guard case .structure(let innerFields)? = inner else {
            Issue.record("no inner structure")
            return
        }
        #expect(innerFields.map(\.name) == ["first", "second"])
        #expect(innerFields.map(\.type) == [.int, .string])
        #expect(
            fields.map(\.type) == [
                .bool, .int, .float, .string, .object, .any,
                .enumeration(["one", "two", "three"].map(enumerationValue)), .structure(innerFields), .array(.string),
                .map(.string), .map(.structure([])), .nullable(.string), .nullable(.array(.structure(innerFields))),
                .array(.map(.nullable(.array(.int)))), .named("MyOtherType"),
            ])
        guard case .type(.enumeration(let values))? = interface.member("MyOtherType")?.definition else {
            Issue.record("no enumeration")
            return
        }
        #expect(values == ["a", "b"].map(enumerationValue))
    }

    private func enumerationValue(_ name: String) -> InterfaceDescription.EnumerationValue {
        InterfaceDescription.EnumerationValue(name: name, documentation: "")
    }

    @Test("Comments before a declaration or a field document it; an empty line parts them")
    func documentation() throws {
        let interface = try InterfaceDescription(
            parsing: """
                # License

                # About the interface,
                #  in two lines.
                interface org.example.docs # trailing

                # Not about Go.

                # About Go.
                method Go(
                  # How fast,
                  # in km/h.
                  speed: int, # about the next
                  next: (
                    # One.
                    one,
                    two
                  )
                ) -> ()
                error Stuck ()

                """)
        #expect(interface.documentation == "About the interface,\n in two lines.")
        let go = try #require(interface.member("Go"))
        #expect(go.documentation == "About Go.")
        #expect(interface.member("Stuck")?.documentation == "")
        guard case .method(let parameters, let reply) = go.definition else {
            Issue.record("no method")
            return
        }
        #expect(parameters.map(\.documentation) == ["How fast,\nin km/h.", "about the next"])
        #expect(reply == [])
        guard case .enumeration(let values) = parameters[1].type else {
            Issue.record("no enumeration")
            return
        }
        #expect(values.map(\.documentation) == ["One.", ""])
        #expect(interface.methodNames == ["Go"])
    }

    @Test(
        "Other line ends and spaces of the grammar are accepted",
        arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"])
    func lineEnds(_ end: String) {
        #expect(refusal("\u{FEFF}interface\u{A0}a.b\(end)\u{3000}method\tM ( ) ->\(end)( )\(end)\(end)") == nil)
    }

    @Test(
        "Interface names follow the grammar",
        arguments: [
            ("a.b", true), ("org.example-x.y2", true), ("A.0", true), ("a.b--c", true), ("a", false), ("a.", false),
            (".a", false), ("0a.b", false), ("a-.b", false), ("a.-b", false), ("a..b", false), ("a_.b", false),
        ])
    func interfaceNames(_ name: String, _ valid: Bool) {
        #expect((refusal("interface \(name)\nerror E ()") == nil) == valid)
    }

    @Test(
        "Names of fields and members follow the grammar",
        arguments: [
            ("type T (a: int)", true), ("type T (a_b1: int)", true), ("type T (A: int)", true), ("type T1 ()", true),
            ("type T (a__b: int)", false), ("type T (_a: int)", false), ("type T (a_: int)", false),
            ("type T (1a: int)", false), ("type t ()", false), ("type T_ ()", false), ("method m() -> ()", false),
        ])
    func names(_ declaration: String, _ valid: Bool) {
        #expect((refusal("interface a.b\n\(declaration)\n") == nil) == valid)
    }

    @Test(
        "A text outside the grammar is refused with its line",
        arguments: [
            ("", 1, "a definition begins with \"interface\""),
            ("method M() -> ()", 1, "a definition begins with \"interface\""),
            ("interface a.b", 1, "the interface a.b declares nothing"),
            ("interface a.b method M() -> ()", 1, "a declaration is followed by a line break"),
            ("interface a.b\nmethod M() -> () error E ()", 2, "a declaration is followed by a line break"),
            ("interface a.b\nmethod M()\n", 3, "the parameters of M are followed by \"->\""),
            ("interface a.b\nmethod M() -> (a, b)", 2, "the reply of M must be a structure of named and typed fields"),
            ("interface a.b\nerror E", 2, "\"(\" is missing"),
            ("interface a.b\nerror E (a)", 2, "the error E must be a structure of named and typed fields"),
            ("interface a.b\nmethod M(a: int b: int) -> ()", 2, "\",\" or \")\" is missing"),
            ("interface a.b\nmethod M(a: int,) -> ()", 2, "\"\" is no field name"),
            ("interface a.b\ntype T (a: int, b)", 2, "a field without a type stands in a structure"),
            ("interface a.b\ntype T (a: int,\n a: int)", 3, "the field \"a\" stands twice"),
            ("interface a.b\ntype T (a, a)", 2, "the field \"a\" stands twice"),
            ("interface a.b\ntype T (a: ??int)", 2, "\"?\" stands twice"),
            ("interface a.b\ntype T (a: [int]int)", 2, "\"[\" begins \"[]\" or \"[string]\""),
            ("interface a.b\ntype T (a: integer)", 2, "\"integer\" is no type"),
            ("interface a.b\n\ntype T (a: []U)\n", 3, "the type \"U\" is not declared"),
            ("interface a.b\nmethod M() -> (a: M)\n", 2, "the type \"M\" is not declared"),
            ("interface a.b\nerror E ()\nmethod E() -> ()", 3, "\"E\" is declared twice"),
            ("interface a.b\nfunction F()", 2, "a declaration begins with \"type\", \"method\" or \"error\""),
            ("interface a.b\ntypeT ()", 2, "a declaration begins with \"type\", \"method\" or \"error\""),
        ])
    func refusals(_ text: String, _ line: Int, _ message: String) {
        let error = refusal(text)
        #expect(error?.line == line)
        #expect(error?.message == message)
    }

    @Test("Endless nesting is refused")
    func nesting() {
        for open in ["[]", "(a:"] {
            let text = "interface a.b\ntype T (x: " + String(repeating: open, count: 100_000)
            #expect(refusal(text)?.message == "types are nested deeper than 32")
        }
    }

    @Test("The standard interface reads itself, and its text is what was given")
    func service() {
        let service = ServiceInterface.description
        #expect(service.name == "org.varlink.service")
        #expect(service.methodNames == ["GetInfo", "GetInterfaceDescription"])
        #expect(service.members.count == 9)
        #expect(service.members.allSatisfy { !$0.documentation.isEmpty })
        #expect(service.text.hasPrefix("# Every service"))
    }
}
