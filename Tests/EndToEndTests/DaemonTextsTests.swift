import Glibc
import LinuxIO
import LocdInterface
import TestSupport
import Testing
import Varlink

/// Shipped texts that are at fault, strange or gone: they are named, and everything else is served.
@Suite struct DaemonTextsTests {
    @Test func `without any texts the daemon serves, and takes them in when they come`() throws {
        let daemon = try DaemonFixture(texts: [:])
        let follower = try Follower(daemon)
        #expect(follower.first.languages == [])
        #expect(follower.first.domains.map(\.catalogs) == [[]])
        let error = #expect(throws: VarlinkError.self) { try daemon.set("hi") }
        #expect(error?.name == "org.locd.Locale.NoSuchLanguage")
        try daemon.write(#"{"hello": "Hello"}"#, toShipped: "kiosk/en.json")
        let state = try follower.next { $0.domains.first?.catalogs.isEmpty == false }
        #expect(state.reason == .update)
        #expect(state.languages.first == "en")
        #expect(try daemon.text("hello") == "Hello")
        #expect(try daemon.problems().isEmpty)
    }

    @Test func `a directory of texts that is not there is waited for`() throws {
        let daemon = try DaemonFixture(texts: [:])
        try daemon.stop()
        daemon.scratch.remove("vendor")
        try daemon.start()
        let follower = try Follower(daemon)
        #expect(follower.first.languages == [])
        try daemon.write(#"{"hello": "Hello"}"#, toShipped: "kiosk/en.json")
        #expect(try follower.next { $0.languages.first == "en" }.reason == .update)
    }

    @Test func `a source with an error is named with its line, and the other languages are served`() throws {
        var texts = DaemonFixture.kiosk
        texts["kiosk/hi.json"] = "{\n  \"hello\": \"नमस्ते\",\n  \"bye\" \"फिर मिलेंगे\"\n}\n"
        texts["kiosk/ar.lproj/Localizable.strings"] = "\"hello\" = \"مرحبا\";\n\"bye\" = ;\n"
        texts["kiosk/ar.json"] = nil
        let daemon = try DaemonFixture(texts: texts)
        let problems = try daemon.problems()
        let json = problems.first { $0.file == daemon.scratch.path("vendor/kiosk/hi.json") }
        #expect(json?.line == 3)
        #expect(json?.column != nil)
        let strings = problems.first { $0.file == daemon.scratch.path("vendor/kiosk/ar.lproj/Localizable.strings") }
        #expect(strings?.line == 2)
        #expect(try daemon.set("de").inForce == "de")
        #expect(try daemon.text("hello") == "Guten Tag")
        #expect(throws: VarlinkError.self) { try daemon.set("hi") }
        let follower = try Follower(daemon)
        try daemon.write(try #require(DaemonFixture.kiosk["kiosk/hi.json"]), toShipped: "kiosk/hi.json")
        #expect(try follower.next().reason == .update)
        #expect(try daemon.set("hi").inForce == "hi")
        #expect(try daemon.text("hello") == "नमस्ते")
        #expect(try daemon.problems().map(\.file) == [daemon.scratch.path("vendor/kiosk/ar.lproj/Localizable.strings")])
    }

    @Test func `of two files for one catalog one is used and the other is named`() throws {
        var texts = DaemonFixture.kiosk
        texts["kiosk/hi.lproj/Localizable.strings"] = #""hello" = "another";"#
        texts["kiosk/de_DE.UTF-8.json"] = #"{"hello": "regional"}"#
        let daemon = try DaemonFixture(texts: texts)
        let problems = try daemon.problems()
        #expect(problems.count == 1)
        #expect(problems.first?.file.hasSuffix("kiosk/hi.lproj/Localizable.strings") == true)
        #expect(problems.first?.message.contains("kiosk/hi.json") == true)
        try daemon.set("hi")
        #expect(try daemon.text("hello") == "नमस्ते")
        // Another tag, so another catalog.
        try daemon.set("de-DE")
        #expect(try daemon.text("hello") == "regional")
    }

    @Test func `files that are no sources are named, hold nothing up, and leave the others alone`() throws {
        let daemon = try DaemonFixture()
        try daemon.stop()
        let scratch = daemon.scratch
        let directory = "vendor/kiosk"
        try scratch.makeFIFO("\(directory)/fr.json")
        try scratch.makeLink("\(directory)/es.json", to: "/dev/zero")
        try scratch.makeLink("\(directory)/it.json", to: scratch.path("\(directory)/en.json"))
        try scratch.makeDirectory("\(directory)/pl.json")
        try scratch.write(Array(repeating: 0xFF, count: 100), to: "\(directory)/ru.lcat")
        try scratch.makeDirectory("\(directory)/cs/LC_MESSAGES")
        try scratch.write(
            [0xDE, 0x12, 0x04, 0x95] + Array(repeating: 0xFF, count: 40), to: "\(directory)/cs/LC_MESSAGES/kiosk.mo")
        try scratch.write(String(repeating: "[", count: 200_000), to: "\(directory)/uk.json")
        try scratch.write([0xFF, 0xFE, 0x00], to: "\(directory)/sv.json")
        try scratch.write("", to: "\(directory)/fi.json")
        try scratch.write("{}", to: "\(directory)/nl.json")
        let isTruncated = unsafe truncate(scratch.path("\(directory)/nl.json"), 65 << 20)
        try #require(isTruncated == 0)
        try scratch.makeDirectory("vendor/-x")
        try daemon.start()
        let named = Set(try daemon.problems().map(\.file))
        for name in [
            "kiosk/fr.json", "kiosk/es.json", "kiosk/it.json", "kiosk/pl.json", "kiosk/ru.lcat",
            "kiosk/cs/LC_MESSAGES/kiosk.mo",
            "kiosk/uk.json", "kiosk/sv.json", "kiosk/fi.json", "kiosk/nl.json", "-x",
        ] { #expect(named.contains(scratch.path("vendor/\(name)")), "\(name)") }
        #expect(named.count == 11)
        for language in ["hi", "de", "ar", "en"] { #expect(try daemon.set(language).inForce == language) }
        #expect(try daemon.call(LocaleInterface.Status.self, .init()).domains == ["kiosk"])
    }

    @Test func `a language that goes away leaves the setting and comes back with its texts`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi", "de")
        let follower = try Follower(daemon)
        daemon.scratch.remove("vendor/kiosk/hi.json")
        let without = try follower.next { $0.domains.first?.catalogs.first?.language == "de" }
        #expect(without.requested == ["hi", "de"])
        #expect(try daemon.text("hello") == "Guten Tag")
        try daemon.write(try #require(DaemonFixture.kiosk["kiosk/hi.json"]), toShipped: "kiosk/hi.json")
        let again = try follower.next { $0.domains.first?.catalogs.first?.language == "hi" }
        #expect(again.requested == ["hi", "de"])
        #expect(try daemon.text("hello") == "नमस्ते")
    }

    @Test func `a restart with nothing changed builds nothing`() throws {
        let daemon = try DaemonFixture()
        let catalogs = try daemon.state().domains.flatMap(\.catalogs)
        try daemon.stop()
        // Whatever is built anew would be read from here.
        let names = try daemon.scratch.names(in: "cache/objects/sha256").sorted()
        let identities = try catalogs.map {
            try daemon.scratch.identity(of: String($0.path.dropFirst(daemon.scratch.path.utf8.count + 1)))
        }
        try daemon.start()
        #expect(try daemon.state().domains.flatMap(\.catalogs) == catalogs)
        #expect(try daemon.scratch.names(in: "cache/objects/sha256").sorted() == names)
        #expect(
            try catalogs.map {
                try daemon.scratch.identity(of: String($0.path.dropFirst(daemon.scratch.path.utf8.count + 1)))
            } == identities)
    }

    @Test func `a configuration with faults is named by line, and the rest of it counts`() throws {
        let daemon = try DaemonFixture(
            configuration: """
                [Locale]
                Default=../../etc hi
                Languages
                BaseLanguage=de
                [Nothing]
                Key=1
                """)
        let problems = try daemon.problems().filter { $0.file == daemon.scratch.path("locd.conf") }
        #expect(problems.map(\.line) == [2, 3, 6])
        #expect(try daemon.state().languages.first == "hi")
        #expect(try daemon.state().domains.first?.catalogs.map(\.language) == ["hi", "de"])
    }
}
