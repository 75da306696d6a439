import Glibc
import JSON
import LinuxIO
import LocdInterface
import TestSupport
import Testing
import Varlink

/// Foreign programs that `scripts/setup-interop` brings into `.build/interop`.
private enum Foreign {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    static let varlinkctl = "\(root)/.build/interop/varlinkctl"
    static let goCertification = "\(root)/.build/interop/varlink-go-certification"
    static let python = "\(root)/.build/interop/venv/bin/python"

    /// A script of Tests/Interop.
    static func script(_ name: String) -> String { "\(root)/Tests/Interop/\(name)" }

    /// A foreign program. What the test needs has to be there: without it the test fails.
    static func command(_ program: String, _ arguments: [String]) throws -> Command {
        let isThere = unsafe access(program, X_OK) == 0
        try #require(isThere, "\(program) is missing: run `make setup`")
        return Command(executable: program, arguments: [program] + arguments)
    }

    /// Runs a foreign program to its end.
    static func run(_ program: String, _ arguments: [String], in scratch: ScratchDirectory) throws -> Program.Result {
        try command(program, arguments).run(in: scratch)
    }
}

/// The languages of the state in the next reply of a subscription; nil for a heartbeat.
private func nextLanguages(_ subscription: RunningProgram) throws -> [String]? {
    let line = try #require(try subscription.nextLine())
    let reply = try #require(try values(line).first)
    try check(reply, LocaleInterface.Subscribe.name)
    return reply["state"]?["languages"]?.elements.compactMap(\.string)
}

/// Has a script of Tests/Interop subscribe, which ends by itself after one change.
private func watchChange(_ script: String, _ arguments: [String]) throws {
    let daemon = try DaemonFixture()
    let subscription = try RunningProgram(
        Foreign.command(Foreign.python, [Foreign.script(script), daemon.address] + arguments),
        log: daemon.scratch.path("subscription.log"))
    #expect(try nextLanguages(subscription) == ["en"])
    try daemon.set("ar")
    #expect(try nextLanguages(subscription) == ["ar", "en"])
    #expect(try subscription.waitForEnd() == .exited(0))
}

/// The JSON values that a program printed, one a line; varlinkctl begins each of several with a record separator.
private func values(_ output: String) throws -> [JSONElement] {
    try output.split(separator: "\n").map { line in
        let text = line.drop { $0 == "\u{1E}" }
        return try JSONDocument(parsing: Array(text.utf8), limits: .reply).root
    }
}

/// A reply that fits the description of its method.
private func check(_ reply: JSONElement, _ method: String) throws {
    let parts = method.split(separator: ".").map(String.init)
    let description =
        method.hasPrefix(LocaleInterface.name) ? LocaleInterface.description : CatalogInterface.description
    try description.validate(reply: reply, of: try #require(parts.last))
}

@Suite struct `varlinkctl` {
    private func run(_ daemon: DaemonFixture, _ arguments: String...) throws -> Program.Result {
        try Foreign.run(Foreign.varlinkctl, arguments, in: daemon.scratch)
    }

    private func call(_ daemon: DaemonFixture, _ method: String, _ parameters: String = "{}") throws -> JSONElement {
        let result = try run(daemon, "--json=short", "call", daemon.address, method, parameters)
        try #require(result.status == 0, "\(result)")
        let reply = try #require(try values(result.output).first)
        try check(reply, method)
        return reply
    }

    @Test func `tells who the service is and what it offers`() throws {
        let daemon = try DaemonFixture()
        let info = try run(daemon, "--json=short", "info", daemon.address)
        #expect(info.status == 0, "\(info)")
        let told = try #require(try values(info.output).first)
        #expect(
            Set(told["interfaces"]?.elements.compactMap(\.string) ?? [])
                == [CatalogInterface.name, LocaleInterface.name, "org.varlink.service"])
        let interfaces = try run(daemon, "list-interfaces", daemon.address)
        #expect(interfaces.output.contains("org.locd.Locale"))
    }

    @Test(arguments: [LocaleInterface.name, CatalogInterface.name])
    func `introspects an interface`(name: String) throws {
        let daemon = try DaemonFixture()
        let result = try run(daemon, "introspect", daemon.address, name)
        #expect(result.status == 0, "\(result)")
        let theirs = try InterfaceDescription(parsing: result.output)
        let ours = name == LocaleInterface.name ? LocaleInterface.description : CatalogInterface.description
        #expect(theirs.name == name)
        #expect(theirs.members.map(\.name) == ours.members.map(\.name))
    }

    @Test func `calls methods, with replies that fit their description`() throws {
        let daemon = try DaemonFixture()
        let set = try call(daemon, LocaleInterface.Set.name, #"{"languages": ["hi-IN"]}"#)
        #expect(set["inForce"]?.string == "hi")
        let state = try call(daemon, LocaleInterface.Get.name, #"{"domains": ["kiosk"]}"#)["state"]
        #expect(state?["languages"]?.elements.map(\.string) == ["hi", "en"])
        let text = try call(daemon, CatalogInterface.Lookup.name, #"{"domain": "kiosk", "key": "hello"}"#)
        #expect(text["text"]?.string == "नमस्ते")
        let digest = try #require(
            state?["domains"]?.elements.first { _ in true }?["catalogs"]?.elements.first { _ in true })
        let opened = try call(
            daemon, CatalogInterface.Open.name, #"{"digest": "\#(try #require(digest["digest"]?.string))"}"#)
        #expect(opened["size"]?.int == digest["size"]?.int)
        let status = try call(daemon, LocaleInterface.Status.name)
        #expect(status["version"]?.string == Release.version)
    }

    @Test func `reads a list with more, and is told of errors`() throws {
        let daemon = try DaemonFixture()
        let list = try run(daemon, "--json=short", "--more", "call", daemon.address, LocaleInterface.List.name, "{}")
        #expect(list.status == 0, "\(list)")
        let languages = try values(list.output)
        for language in languages { try check(language, LocaleInterface.List.name) }
        #expect(languages.compactMap { $0["language"]?["tag"]?.string } == ["en", "ar", "de", "en", "hi"])
        let refused = try run(
            daemon, "call", daemon.address, LocaleInterface.Set.name, #"{"languages": ["../../etc"]}"#)
        #expect(refused.status != 0)
        #expect(refused.errors.contains("org.locd.Locale.InvalidLanguageTag"), "\(refused)")
        let plain = try run(daemon, "call", daemon.address, LocaleInterface.Subscribe.name, "{}")
        #expect(plain.errors.contains("org.varlink.service.ExpectedMore"), "\(plain)")
    }

    @Test func `runs the daemon itself and calls it through descriptor 3`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        try daemon.stop()
        let quoted = daemon.arguments(address: daemon.address).map { "'\($0)'" }.joined(separator: " ")
        try daemon.scratch.write("#!/bin/sh\nexec '\(Program.locd.path)' \(quoted)\n", to: "served")
        try daemon.scratch.setMode("served", 0o755)
        let result = try run(
            daemon, "--json=short", "call", daemon.scratch.path("served"), LocaleInterface.Get.name, "{}")
        #expect(result.status == 0, "\(result)")
        let reply = try #require(try values(result.output).first)
        try check(reply, LocaleInterface.Get.name)
        #expect(reply["state"]?["languages"]?.elements.map(\.string) == ["hi", "en"])
        try daemon.start()
    }

    @Test func `stays subscribed beyond a minute in which nothing but heartbeats comes`() async throws {
        let daemon = try DaemonFixture()
        // Without the time-out of its own that is switched off here, varlinkctl 257 ends every call after 45 seconds,
        // whatever it is sent meanwhile.
        let arguments = [
            "--json=short", "--more", "--timeout=infinity", "call", daemon.address, LocaleInterface.Subscribe.name,
            "{}",
        ]
        let subscription = try RunningProgram(
            Foreign.command(Foreign.varlinkctl, arguments), log: daemon.scratch.path("subscription.log"))
        let start = BoottimeClock.now
        #expect(try nextLanguages(subscription) == ["en"])
        #expect(try await subscription.isRunning(after: .seconds(61)), "varlinkctl has ended")
        try daemon.set("ar")
        // More than a minute, where many tests run beside this one.
        let silences = Int(start.duration(to: BoottimeClock.now).components.seconds / 20)
        var heartbeats = 0
        var languages = try nextLanguages(subscription)
        while languages == nil {
            heartbeats += 1
            languages = try nextLanguages(subscription)
        }
        #expect(languages == ["ar", "en"])
        #expect((2...silences).contains(heartbeats), "one after each 20 seconds of silence")
        subscription.end()
    }
}

@Suite struct `Python's varlink` {
    private func call(_ daemon: DaemonFixture, _ arguments: String...) throws -> Program.Result {
        try Foreign.run(
            Foreign.python, [Foreign.script("varlink_client.py"), daemon.address] + arguments, in: daemon.scratch)
    }

    @Test func `calls methods, and raises the errors that it is answered with`() throws {
        let daemon = try DaemonFixture()
        let set = try call(daemon, LocaleInterface.Set.name, #"{"languages": ["hi"]}"#)
        #expect(set.status == 0, "\(set)")
        try check(try #require(try values(set.output).first), LocaleInterface.Set.name)
        let refused = try call(daemon, LocaleInterface.Set.name, #"{"languages": ["hindi"]}"#)
        #expect(refused.status == 1, "\(refused)")
        let error = try #require(try values(refused.output).first)
        #expect(error["error"]?.string == "org.locd.Locale.NoSuchLanguage")
        try LocaleInterface.description.validate(
            error: try #require(error["parameters"]), named: "NoSuchLanguage")
    }

    @Test func `reads a list with more`() throws {
        let daemon = try DaemonFixture()
        let list = try call(daemon, LocaleInterface.List.name, "{}", "--more", "5")
        #expect(list.status == 0, "\(list)")
        let languages = try values(list.output)
        for language in languages { try check(language, LocaleInterface.List.name) }
        #expect(languages.count == 5)
    }

    @Test func `sees a change through a subscription`() throws {
        try watchChange("varlink_client.py", [LocaleInterface.Subscribe.name, "{}", "--more", "2"])
    }

    @Test func `starts the daemon itself, with a listening socket`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        try daemon.stop()
        let command = ([Program.locd.path] + daemon.arguments(address: daemon.address)).joined(separator: " ")
        let result = try Foreign.run(
            Foreign.python, ["-m", "varlink.cli", "--activate", command, "call", LocaleInterface.Get.name, "{}"],
            in: daemon.scratch)
        let reply = try JSONDocument(parsing: Array(result.output.utf8), limits: .reply).root
        try check(reply, LocaleInterface.Get.name)
        #expect(reply["state"]?["languages"]?.elements.map(\.string) == ["hi", "en"])
        try daemon.start()
    }

    @Test(arguments: [LocaleInterface.name, CatalogInterface.name])
    func `shows the description of an interface`(name: String) throws {
        let daemon = try DaemonFixture()
        let help = try Foreign.run(
            Foreign.python, ["-m", "varlink.cli", "help", "unix:\(daemon.address)/\(name)"], in: daemon.scratch)
        #expect(help.status == 0, "\(help)")
        #expect(try InterfaceDescription(parsing: help.output).name == name)
    }
}

@Suite struct `asyncvarlink` {
    private func call(_ daemon: DaemonFixture, _ arguments: String...) throws -> [JSONElement] {
        let result = try Foreign.run(
            Foreign.python, [Foreign.script("asyncvarlink_client.py"), daemon.address] + arguments,
            in: daemon.scratch)
        try #require(result.status == 0, "\(result)")
        return try values(result.output)
    }

    @Test func `sends calls before it has the replies of earlier ones`() throws {
        let daemon = try DaemonFixture()
        let replies = try call(
            daemon, "call", LocaleInterface.Set.name, #"{"languages": ["hi"]}"#, LocaleInterface.Get.name, "{}",
            LocaleInterface.Set.name, #"{"languages": ["ar"]}"#, LocaleInterface.Get.name, "{}",
            LocaleInterface.Describe.name, #"{"language": "xx"}"#)
        try #require(replies.count == 5)
        for index in [0, 2] { try check(replies[index], LocaleInterface.Set.name) }
        for index in [1, 3] { try check(replies[index], LocaleInterface.Get.name) }
        #expect(replies[1]["state"]?["languages"]?.elements.map(\.string) == ["hi", "en"])
        #expect(replies[3]["state"]?["languages"]?.elements.map(\.string) == ["ar", "en"])
        #expect(replies[4]["error"]?.string == "org.locd.Locale.NoSuchLanguage")
    }

    @Test func `reads replies one after the other with more`() throws {
        let daemon = try DaemonFixture()
        let states = try call(daemon, "more", "1", LocaleInterface.Subscribe.name, #"{"domains": ["kiosk"]}"#)
        #expect(states.first?["state"]?["domains"]?.elements.first { _ in true }?["domain"]?.string == "kiosk")
        let languages = try call(daemon, "more", "5", LocaleInterface.List.name, "{}")
        for language in languages { try check(language, LocaleInterface.List.name) }
        #expect(languages.count == 5)
    }

    @Test func `sees a change through a subscription`() throws {
        try watchChange("asyncvarlink_client.py", ["more", "2", LocaleInterface.Subscribe.name, "{}"])
    }

    @Test func `gets a catalog as a descriptor whose bytes can change no more`() throws {
        let daemon = try DaemonFixture()
        let catalog = try #require(try daemon.state().domains.first?.catalogs.first)
        let opened = try #require(try call(daemon, "open", catalog.digest).first)
        #expect(opened["sha256"]?.string == catalog.digest)
        #expect(opened["bytes"]?.int == catalog.size)
        #expect(opened["sealed"]?.elements.map(\.string) == ["SEAL", "SHRINK", "GROW", "WRITE"])
        #expect(opened["writable"]?.bool == false)
    }

    @Test func `sees its generation word raised by a change`() throws {
        let daemon = try DaemonFixture()
        let word = try #require(try call(daemon, "generation", "hi").first)
        #expect(try #require(word["before"]?.int) < #require(word["after"]?.int))
        #expect(word["writable"]?.bool == false)
    }
}

/// `org.varlink.certification`, both ways with the two other implementations.
@Suite struct `The certification` {
    enum Party: String, CaseIterable {
        case ours, python, go

        func command(_ address: String, isClient: Bool) throws -> Command {
            switch self {
            case .ours:
                let path = Program.certification.path
                return Command(
                    executable: path, arguments: [path, "--varlink=\(address)"] + (isClient ? ["--client"] : []))
            case .python:
                let arguments = ["-m", "varlink.tests.test_certification", "--varlink=\(address)"]
                return try Foreign.command(Foreign.python, arguments + (isClient ? ["--client"] : []))
            case .go:
                return try Foreign.command(
                    Foreign.goCertification, ["-varlink", address] + (isClient ? ["-client"] : []))
            }
        }
    }

    /// The server is given a socket that is listening already, as descriptor 3, so that the client need not wait for it.
    @Test(arguments: [(Party.ours, Party.python), (.python, .ours), (.ours, .go), (.go, .ours), (.ours, .ours)])
    func passes(server: Party, client: Party) throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path("socket")
        let listener = try UnixListener.bind(to: path, mode: 0o600)
        try listener.descriptor.setNonblocking(false)
        let serving = try RunningProgram(
            .shell(
                "LISTEN_FDS=1 LISTEN_FDNAMES=varlink LISTEN_PID=$$ exec \"$@\"",
                server.command("unix:\(path)", isClient: false).arguments),
            descriptors: [.init(listener.descriptor.rawValue, at: 3)], log: scratch.path("server"))
        let result = try client.command("unix:\(path)", isClient: true).run(in: scratch)
        #expect(result.status == 0, "\(result) \((try? scratch.read("server")) ?? "")")
        // The last thing that each client prints is the server's verdict.
        let verdict = result.output.split(separator: "\n").last
        #expect(["Certification passed", "End: 'true'"].contains(verdict), "\(result)")
        _ = try serving.end(with: SIGTERM)
    }
}
