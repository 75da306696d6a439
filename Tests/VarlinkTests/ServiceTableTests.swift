import JSON
import Testing
import Varlink

private let definition = """
    interface org.example.shop

    type Item (name: string, tags: ?[]string, size: (small, large))

    method Buy(item: Item, count: int, price: ?float, gift: ?bool, labels: ?[string]int, extra: ?object, free: ?any) -> (
      total: float,
      note: ?string
    )

    method Leave() -> ()

    error Closed (until: string)
    """

private let table = ServiceTable(
    vendor: "Example", product: "Shop", version: "1", url: "https://example.org/",
    interfaces: [try! InterfaceDescription(parsing: definition)])

/// Where a call is routed: "handler", or the text of the reply.
private func route(_ message: String) -> String {
    var machine = ServerConnectionStateMachine()
    machine.received(Array((message + "\0").utf8).span)
    guard case .call(let call) = machine.next() else { return "no call" }
    switch table.route(call) {
    case .handler: return "handler"
    case .reply(let frame): return text(frame)
    case .error(let error): return error.description
    }
}

private func buy(_ parameters: String) -> String {
    route(#"{"method":"org.example.shop.Buy","parameters":\#(parameters)}"#)
}

private func invalid(_ parameter: String) -> String {
    VarlinkError.invalidParameter(parameter).description
}

struct ServiceTableTests {
    @Test(
        "A call reaches a handler only when method and parameters are declared",
        arguments: [
            (#"{"method":"org.example.shop.Leave"}"#, "handler"),
            (#"{"method":"org.example.shop.Leave","parameters":{}}"#, "handler"),
            (#"{"method":"org.example.shop.Leave","parameters":null,"oneway":true}"#, "handler"),
            (#"{"method":"org.example.shop.Leave","more":true}"#, "handler"),
            (#"{"method":"org.example.shop.Leave","parameters":{"x":1}}"#, invalid("x")),
            (#"{"method":"org.example.shop.Leave","upgrade":true}"#, invalid("upgrade")),
            (#"{"method":""}"#, VarlinkError.methodNotFound("").description),
            (#"{"method":"Leave"}"#, VarlinkError.methodNotFound("Leave").description),
            (#"{"method":"org.example.none.Leave"}"#, VarlinkError.interfaceNotFound("org.example.none").description),
            (#"{"method":".Leave"}"#, VarlinkError.interfaceNotFound("").description),
            (#"{"method":"org.example.shop."}"#, VarlinkError.methodNotFound("org.example.shop.").description),
            (
                #"{"method":"org.example.shop.leave"}"#,
                VarlinkError.methodNotFound("org.example.shop.leave").description
            ),
            (#"{"method":"org.example.shop.Item"}"#, VarlinkError.methodNotFound("org.example.shop.Item").description),
            (
                #"{"method":"org.example.shop.Closed"}"#,
                VarlinkError.methodNotFound("org.example.shop.Closed").description
            ),
            (#"{"method":"org/example/shop.Leave"}"#, VarlinkError.interfaceNotFound("org/example/shop").description),
            (
                #"{"method":"org.example.shop.Leave\u0000"}"#,
                VarlinkError.methodNotFound("org.example.shop.Leave\0").description
            ),
        ])
    func routes(_ message: String, _ expected: String) {
        #expect(route(message) == expected)
    }

    @Test(
        "Parameters that fit their definition are accepted",
        arguments: [
            #"{"item":{"name":"x","size":"small"},"count":1}"#,
            #"{"count":9223372036854775807,"item":{"size":"large","name":"","tags":null}}"#,
            #"{"item":{"name":"x","size":"small","tags":[]},"count":18446744073709551615,"price":1}"#,
            #"{"item":{"name":"x","size":"small","tags":["a","b"]},"count":-1,"price":1.5e3,"gift":true}"#,
            #"{"item":{"name":"x","size":"small"},"count":9007199254740993,"labels":{"a":1},"extra":{"b":[]},"free":[]}"#,
            #"{"item":{"name":"x","size":"small"},"count":0,"labels":{},"extra":null,"free":null,"price":null}"#,
        ])
    func fitting(_ parameters: String) {
        #expect(buy(parameters) == "handler")
    }

    @Test(
        "The parameter that does not fit is named",
        arguments: [
            ("{}", "item"),
            (#"{"item":{"name":"x","size":"small"}}"#, "count"),
            (#"{"item":{"name":"x","size":"small"},"count":null}"#, "count"),
            (#"{"item":{"name":"x","size":"small"},"count":1,"more":1}"#, "more"),
            (#"{"item":{"name":"x","size":"small"},"Count":1}"#, "Count"),
            (#"{"item":{"size":"small"},"count":1}"#, "item.name"),
            (#"{"item":{"name":"x","size":"medium"},"count":1}"#, "item.size"),
            (#"{"item":{"name":"x","size":0},"count":1}"#, "item.size"),
            (#"{"item":{"name":"x","size":"small","color":1},"count":1}"#, "item.color"),
            (#"{"item":{"name":"x","size":"small","tags":["a",1]},"count":1}"#, "item.tags[1]"),
            (#"{"item":{"name":"x","size":"small","tags":{}},"count":1}"#, "item.tags"),
            (#"{"item":{"name":"a\u0000b","size":"small"},"count":1}"#, "item.name"),
            (#"{"item":[],"count":1}"#, "item"),
            (#"{"item":{"name":"x","size":"small"},"count":1,"labels":{"a":1,"b":"c"}}"#, "labels.b"),
            (#"{"item":{"name":"x","size":"small"},"count":1,"labels":{"a\u0000":1}}"#, "labels"),
            (#"{"item":{"name":"x","size":"small"},"count":1,"labels":[]}"#, "labels"),
            (#"{"item":{"name":"x","size":"small"},"count":1,"extra":[]}"#, "extra"),
            (#"{"item":{"name":"x","size":"small"},"count":1,"price":1e400}"#, "price"),
        ])
    func unfitting(_ parameters: String, _ name: String) {
        #expect(buy(parameters) == invalid(name))
    }

    @Test(
        "Each parameter is refused with each wrong JSON type",
        arguments: [
            ("count", [#""1""#, "true", "1.0", "1e0", "-0", "[]", "{}", "18446744073709551616"]),
            ("price", [#""1""#, "true", "[]", "{}"]),
            ("gift", [#""true""#, "1", "[]", "{}"]),
            ("extra", [#""x""#, "1", "true", "[]"]),
            ("labels", [#""x""#, "1", "true", "[]"]),
            ("item", [#""x""#, "1", "true", "[]", "null"]),
        ])
    func wrongTypes(_ name: String, _ values: [String]) {
        for value in values {
            let others = ["item": #"{"name":"x","size":"small"}"#, "count": "1"].filter { $0.key != name }
            let members = others.map { "\"\($0.key)\":\($0.value)" } + ["\"\(name)\":\(value)"]
            #expect(buy("{" + members.joined(separator: ",") + "}") == invalid(name))
        }
    }

    @Test("The service describes itself")
    func description() throws {
        let info = route(#"{"method":"org.varlink.service.GetInfo"}"#)
        #expect(
            info == #"{"parameters":{"vendor":"Example","product":"Shop","version":"1","url":"https://example.org/","#
                + #""interfaces":["org.varlink.service","org.example.shop"]}}"#)
        let reply = route(
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.example.shop"}}"#)
        let value = try JSONValue(parsing: Array(reply.utf8), limits: .reply)
        #expect(value["parameters"]?["description"]?.string == definition)
        #expect(
            route(#"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"x.y"}}"#)
                == VarlinkError.interfaceNotFound("x.y").description)
        #expect(
            route(#"{"method":"org.varlink.service.GetInterfaceDescription"}"#) == invalid("interface"))
        #expect(route(#"{"method":"org.varlink.service.GetInfo","upgrade":true}"#) == invalid("upgrade"))
        #expect(table.interface("org.example.shop")?.methodNames == ["Buy", "Leave"])
        #expect(table.info.interfaces.count == 2)
    }

    @Test("Replies and errors are checked against the definition as well")
    func outputs() throws {
        let shop = try #require(table.interface("org.example.shop"))
        func element(_ text: String) throws -> JSONElement {
            try JSONDocument(parsing: Array(text.utf8), limits: .reply).root
        }
        #expect(throws: Never.self) { try shop.validate(reply: element(#"{"total":2}"#), of: "Buy") }
        #expect(throws: VarlinkError.invalidParameter("total")) { try shop.validate(reply: element("{}"), of: "Buy") }
        #expect(throws: VarlinkError.methodNotFound("org.example.shop.Sell")) {
            try shop.validate(reply: element("{}"), of: "Sell")
        }
        #expect(throws: Never.self) { try shop.validate(error: element(#"{"until":"9"}"#), named: "Closed") }
        #expect(throws: VarlinkError.invalidParameter("until")) {
            try shop.validate(error: element("{}"), named: "Closed")
        }
        #expect(throws: VarlinkError.invalidParameter("Open")) {
            try shop.validate(error: element("{}"), named: "Open")
        }
    }
}
