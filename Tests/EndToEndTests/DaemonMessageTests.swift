import JSON
import LocdInterface
import TestSupport
import Testing

/// Messages that are no JSON, no UTF-8, or no calls of Varlink.
@Suite struct DaemonMessageTests {
    private static let get = LocaleInterface.Get.name
    private static let set = LocaleInterface.Set.name
    private static let subscribe = LocaleInterface.Subscribe.name

    @Test func `what is not JSON is no call`() throws {
        let get = Self.get
        let texts: [(String, String)] = [
            ("a member twice", #"{"method":"\#(get)","method":"\#(get)"}"#),
            ("a member twice, once escaped", #"{"method":"\#(get)","m\u0065thod":"\#(get)"}"#),
            ("a parameter twice", #"{"method":"\#(get)","parameters":{"application":"a","application":"a"}}"#),
            ("a trailing comma in an object", #"{"method":"\#(get)",}"#),
            ("a trailing comma in an array", #"{"method":"\#(get)","parameters":{"domains":["a",]}}"#),
            ("a leading comma", #"{,"method":"\#(get)"}"#),
            ("no colon", #"{"method" "\#(get)"}"#),
            ("an open string", #"{"method":"\#(get)}"#),
            ("an open object", #"{"method":"\#(get)""#),
            ("a brace too many", #"{"method":"\#(get)"}}"#),
            ("two documents", #"{"method":"\#(get)"}{"method":"\#(get)"}"#),
            ("text behind", #"{"method":"\#(get)"} text"#),
            ("a comment", #"{"method":"\#(get)"/* text */}"#),
            ("a comment to the end", #"{"method":"\#(get)"} // text"#),
            ("single quotes", "{'method':'\(get)'}"),
            ("bare names", #"{method:"\#(get)"}"#),
            ("an array", #"["\#(get)"]"#), ("a string", #""\#(get)""#), ("a number", "1"), ("null", "null"),
            ("true in capitals", #"{"method":"\#(get)","more":TRUE}"#),
            ("a byte order mark", "\u{FEFF}" + #"{"method":"\#(get)"}"#),
            ("a control character in a string", "{\"method\":\"\(get)\u{1}\"}"),
            ("a line end in a string", "{\"method\":\"\(get)\n\"}"),
            ("a tab in a string", "{\"method\":\"\(get)\t\"}"),
        ]
        let escapes = [#"\x41"#, #"\u12"#, #"\u{1F600}"#, #"\ud83d"#, #"\ude00"#, #"\ude00\ud83d"#, #"\"#]
        let numbers = ["NaN", "Infinity", "-Infinity", "01", "+1", ".5", "1.", "0x10", "1e", "-"]
        try DaemonFixture().suffer(
            texts.map { Misdeed($0, message: $1, .closed) }
                + escapes.map {
                    Misdeed("the escape \($0)", call: get, #"{"application":"\#($0)"}"#, .closed)
                }
                + numbers.map {
                    Misdeed("the number \($0)", call: Self.subscribe, #"{"heartbeatSeconds":\#($0)}"#, .closed)
                })
    }

    @Test func `JSON beyond the bounds is no call`() throws {
        func nested(_ depth: Int) -> String {
            // The outermost object and the vendor's are two levels.
            let inner = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
            return #"{"method":"\#(Self.get)","org.example.vendor":{"a":\#(inner)}}"#
        }
        let members = (0..<254).map { "\"m\($0)\":0" }
        func wide(_ count: Int) -> String {
            #"{"method":"\#(Self.get)","org.example.vendor":{\#(members.prefix(count).joined(separator: ","))}}"#
        }
        try DaemonFixture().suffer([
            Misdeed("depth 32", message: nested(32), .answered()),
            Misdeed("depth 33", message: nested(33), .closed),
            Misdeed("depth 513", message: nested(513), .closed),
            Misdeed("depth 30 000", message: String(repeating: "[", count: 30_000), .closed),
            Misdeed("objects 10 000 deep", message: String(repeating: #"{"a":"#, count: 10_000), .closed),
            Misdeed("256 members", message: wide(254), .answered()),
            Misdeed("257 members", message: wide(254).dropLast() + #","org.example.other":{}}"#, .closed),
            Misdeed("a name of 5000 bytes", message: #"{"\#(String(repeating: "a", count: 5000))":{}}"#, .closed),
            Misdeed("a string of 4096 bytes", call: Self.get, string(4096), Misdeed.invalid("application")),
            Misdeed("a string of 4097 bytes", call: Self.get, string(4097), .closed),
            Misdeed(
                "30 000 elements", call: Self.get,
                #"{"domains":[\#(Array(repeating: "0", count: 30_000).joined(separator: ","))]}"#,
                Misdeed.invalid("domains[0]")),
            Misdeed(
                "10 000 digits", call: Self.subscribe,
                #"{"heartbeatSeconds":\#(String(repeating: "9", count: 10_000))}"#, .closed),
        ])
    }

    @Test func `what is not UTF-8 is no call`() throws {
        let sequences: [(String, [UInt8])] = [
            ("FF", [0xFF]), ("a lone continuation", [0x80]), ("two bytes, cut", [0xC3]),
            ("three bytes, cut", [0xE2, 0x82]),
            ("four bytes, cut", [0xF0, 0x9F, 0x98]), ("a slash in two bytes", [0xC0, 0xAF]),
            ("NUL in two bytes", [0xC0, 0x80]),
            ("a slash in three bytes", [0xE0, 0x80, 0xAF]), ("a slash in four bytes", [0xF0, 0x80, 0x80, 0xAF]),
            ("a surrogate", [0xED, 0xA0, 0x80]), ("above U+10FFFF", [0xF4, 0x90, 0x80, 0x80]),
            ("F8", [0xF8, 0x88, 0x80, 0x80, 0x80]),
            ("FD", [0xFD]),
        ]
        let call = WireClient.message(LocaleInterface.Describe.name, #"{"language":"*"}"#)
        let split = call.utf8.firstIndex(of: UInt8(ascii: "*"))!
        let before = Array(call.utf8[..<split])
        let behind = Array(call.utf8[call.utf8.index(after: split)...])
        let wide: [UInt8] = call.utf8.flatMap { [$0, 0] }
        try DaemonFixture().suffer(
            sequences.map { Misdeed($0, bytes: before + $1 + behind + [0], .closed) } + [
                Misdeed("UTF-16", bytes: wide + [0, 0], .closed),
                Misdeed("UTF-16 with a mark", bytes: [0xFE, 0xFF] + call.utf8.flatMap { [0, $0] } + [0, 0], .closed),
                Misdeed("UTF-32", bytes: call.utf8.flatMap { [$0, 0, 0, 0] } + [0, 0, 0, 0], .closed),
            ])
    }

    @Test func `JSON that is no call of Varlink is refused`() throws {
        let get = Self.get
        let info = "org.varlink.service.GetInterfaceDescription"
        let notFound = "org.varlink.service.MethodNotFound"
        let noInterface = "org.varlink.service.InterfaceNotFound"
        func call(_ members: String) -> String { #"{"method":"\#(get)",\#(members)}"# }
        try DaemonFixture().suffer([
            Misdeed("no method", message: "{}", .closed),
            Misdeed("a method that is a number", message: #"{"method":1}"#, .closed),
            Misdeed("a reply", message: #"{"parameters":{}}"#, .closed),
            Misdeed("an error", message: #"{"error":"org.example.Error"}"#, .closed),
            Misdeed("a name in capitals", message: #"{"Method":"\#(get)"}"#, .closed),
            Misdeed(
                "parameters in an array", message: call(#""parameters":[]"#), .refusedAndClosed(parameter: "parameters")
            ),
            Misdeed("a flag that is a string", message: call(#""more":"yes""#), .refusedAndClosed(parameter: "more")),
            Misdeed("an unknown member", message: call(#""uid":0"#), .refusedAndClosed(parameter: "uid")),
            Misdeed(
                "more and upgrade", message: call(#""more":true,"upgrade":true"#),
                .refusedAndClosed(parameter: "upgrade")),
            Misdeed("oneway and more", message: call(#""oneway":true,"more":true"#), .closed),
            Misdeed("upgrade", message: call(#""upgrade":true"#), Misdeed.invalid("upgrade")),
            Misdeed("null for everything", message: call(#""parameters":null,"more":null,"oneway":null"#), .answered()),
            Misdeed("more where one reply comes", message: call(#""more":true"#), .answered()),
            Misdeed("oneway", message: call(#""oneway":true"#), .answered(0)),
            Misdeed("an empty method", call: "", "{}", .refused(notFound)),
            Misdeed("a method without a dot", call: "Get", "{}", .refused(notFound)),
            Misdeed("slashes", call: "org/locd/Locale/Get", "{}", .refused(notFound)),
            Misdeed("an unknown interface", call: "org.locd.Nothing.Get", "{}", .refused(noInterface)),
            Misdeed("an unknown method", call: "org.locd.Locale.GetAll", "{}", .refused(notFound)),
            Misdeed("another letter case", call: "org.locd.Locale.get", "{}", .refused(notFound)),
            Misdeed("an interface in another letter case", call: "org.locd.locale.Get", "{}", .refused(noInterface)),
            Misdeed("NUL in a method", call: #"\#(get)\u0000"#, "{}", .refused(notFound)),
            Misdeed(
                "a method of 4000 bytes", call: "a.\(String(repeating: "b", count: 4000))", "{}", .refused(noInterface)),
            Misdeed(
                "an interface that is not there", call: info, #"{"interface":"org.example"}"#, .refused(noInterface)),
            Misdeed("Subscribe without more", call: Self.subscribe, "{}", .refused("org.varlink.service.ExpectedMore")),
            Misdeed(
                "List without more", call: LocaleInterface.List.name, "{}", .refused("org.varlink.service.ExpectedMore")
            ),
        ])
    }

    @Test func `a subscription is its connection's last call`() throws {
        let daemon = try DaemonFixture()
        let client = try daemon.connect()
        #expect(try client.call(Self.subscribe, #"{"heartbeatSeconds":0}"#, more: true)["state"] != nil)
        try client.sendMessage(WireClient.message(Self.subscribe, #"{"heartbeatSeconds":0}"#, more: true))
        try client.sendMessage(WireClient.message(Self.get))
        #expect(try daemon.connect().call(Self.set, #"{"languages":["hi"]}"#).error == nil)
        let event = try client.answer()
        #expect(event["state"]?["requested"] == ["hi"])
        #expect(event.text.hasSuffix(#","continues":true}"#))
        #expect(try !client.hasNews())
    }

    @Test func `numbers at the edges are refused or compared, never cut`() throws {
        let conflict = "org.locd.Locale.Conflict"
        let rows: [(String, String, Misdeed.Verdict)] = [
            ("temporarySeconds", "-1", Misdeed.invalid("temporarySeconds")),
            ("temporarySeconds", "0", Misdeed.invalid("temporarySeconds")),
            ("temporarySeconds", "604801", Misdeed.invalid("temporarySeconds")),
            ("temporarySeconds", "9223372036854775807", Misdeed.invalid("temporarySeconds")),
            ("temporarySeconds", "1.5", Misdeed.invalid("temporarySeconds")),
            ("ifGeneration", "-1", .refused(conflict)),
            ("ifGeneration", "9007199254740993", .refused(conflict)),
            ("ifGeneration", "9223372036854775807", .refused(conflict)),
            ("ifGeneration", "-9223372036854775808", .refused(conflict)),
            ("ifGeneration", "9223372036854775808", Misdeed.invalid("ifGeneration")),
            ("ifGeneration", "18446744073709551616", Misdeed.invalid("ifGeneration")),
            ("ifGeneration", "1e0", Misdeed.invalid("ifGeneration")),
            ("ifGeneration", "-0", Misdeed.invalid("ifGeneration")),
            ("ifGeneration", "1e400", Misdeed.invalid("ifGeneration")),
            ("ifGeneration", "1e-999999", Misdeed.invalid("ifGeneration")),
        ]
        try DaemonFixture().suffer(
            rows.map { Misdeed("\($0) \($1)", call: Self.set, #"{"languages":["hi"],"\#($0)":\#($1)}"#, $2) })
    }

    /// Parameters of Get with a string of so many bytes.
    private func string(_ count: Int) -> String {
        #"{"application":"\#(String(repeating: "a", count: count))"}"#
    }
}
