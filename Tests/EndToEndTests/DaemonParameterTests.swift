import JSON
import LocdInterface
import Testing
import Varlink

/// Parameters that do not fit, for every method there is: taken from the interfaces' descriptions, so that a new method
/// cannot be forgotten.
@Suite struct DaemonParameterTests {
    @Test(
        "A parameter that is missing, unknown or of another type is named, and nothing changes",
        arguments: ["org.locd.Locale", "org.locd.Catalog"])
    func misfits(interface: String) throws {
        let daemon = try DaemonFixture()
        let description = try servedDescription(of: interface, by: daemon)
        #expect(!description.methodNames.isEmpty)
        let watch = try DaemonWatch(daemon)
        do {
            let client = try daemon.connect()
            for method in description.methodNames {
                for misfit in try description.misfits(try description.parameters(of: method)) {
                    let parameters = String(decoding: misfit.value.serialized(), as: UTF8.self)
                    let answer = try client.call("\(interface).\(method)", parameters)
                    #expect(
                        answer.error == "org.varlink.service.InvalidParameter", "\(method) \(parameters): \(answer)")
                    #expect(answer["parameter"]?.string == misfit.way, "\(method) \(parameters): \(answer)")
                }
                try watch.expectUnchanged(method)
            }
        }
        try watch.expectNothingLeft()
    }

    @Test func `the descriptions that the daemon gives are those that this package has`() throws {
        let daemon = try DaemonFixture()
        let info = try daemon.connect().call("org.varlink.service.GetInfo")
        #expect(
            info["interfaces"] == [
                "org.varlink.service", .string(LocaleInterface.name), .string(CatalogInterface.name),
            ])
        #expect(try servedDescription(of: LocaleInterface.name, by: daemon).text == LocaleInterface.idl)
        #expect(try servedDescription(of: CatalogInterface.name, by: daemon).text == CatalogInterface.idl)
    }

    @Test func `values that fit their type and mean nothing are refused by name`() throws {
        let invalid = Misdeed.invalid
        let set = LocaleInterface.Set.name
        let many = Array(repeating: #""hi""#, count: 17).joined(separator: ",")
        let domains = (0...64).map { "\"d\($0)\"" }.joined(separator: ",")
        let limit = "org.locd.Locale.LimitExceeded"
        try DaemonFixture().suffer([
            Misdeed(
                "an application without a name", call: set, #"{"languages":["hi"],"scope":"application"}"#,
                invalid("application")),
            Misdeed("17 languages", call: set, #"{"languages":[\#(many)]}"#, .refused(limit)),
            Misdeed(
                "10 000 languages", call: set,
                #"{"languages":[\#(Array(repeating: many, count: 588).joined(separator: ","))]}"#, .refused(limit)),
            Misdeed("65 domains", call: LocaleInterface.Get.name, #"{"domains":[\#(domains)]}"#, .refused(limit)),
            Misdeed(
                "a region that is none", call: set, #"{"region":"Germany"}"#, .refused("org.locd.Locale.InvalidRegion")),
            Misdeed(
                "a heartbeat of two hours", call: LocaleInterface.Subscribe.name, #"{"heartbeatSeconds":7200}"#,
                .refused("org.varlink.service.ExpectedMore")),
            Misdeed(
                "a domain that is not there", call: CatalogInterface.Lookup.name, #"{"domain":"none","key":"hello"}"#,
                .refused("org.locd.Catalog.NoSuchDomain")),
            Misdeed(
                "a key that is not there", call: CatalogInterface.Lookup.name, #"{"domain":"kiosk","key":"none"}"#,
                .refused("org.locd.Catalog.NoSuchMessage")),
            Misdeed(
                "an integer that is none", call: CatalogInterface.Lookup.name,
                #"{"domain":"kiosk","key":"files.left","arguments":[{"value":"many","kind":"integer"}]}"#,
                .refused("org.locd.Catalog.InvalidArgument")),
            Misdeed(
                "names that only normalising makes equal", call: CatalogInterface.Lookup.name,
                #"{"domain":"kiosk","key":"hello","tokens":{"é":"1","e\#u{301}":"2"}}"#, .answered()),
            Misdeed(
                "a digest that is none", call: CatalogInterface.Open.name, #"{"digest":"0"}"#,
                .refused("org.locd.Catalog.NoSuchCatalog")),
        ])
    }

    private func servedDescription(of interface: String, by daemon: DaemonFixture) throws -> InterfaceDescription {
        let answer = try daemon.connect().call(
            "org.varlink.service.GetInterfaceDescription", #"{"interface":"\#(interface)"}"#)
        return try InterfaceDescription(parsing: try #require(answer["description"]?.string))
    }
}
