import Installation
import LanguageTags
import LocdDaemon
import LocdInterface
import TestSupport
import Testing

@testable import locd

@Suite struct ConfigurationFilesTests {
    @Test("A file is read, then its drop-ins by name; what is ignored is told")
    func dropIns() throws {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectory("locd.conf.d")
        try scratch.write("[Locale]\nBaseLanguage=en\nDefault=hi\n", to: "locd.conf")
        try scratch.write("[Locale]\nDefault=\nDefault=ar\n", to: "locd.conf.d/20.conf")
        try scratch.write("[Locale]\nDefault=\nDefault=ru\nNonsense=1\n", to: "locd.conf.d/10.conf")
        try scratch.write("[Locale]\nDefault=de\n", to: "locd.conf.d/30.conf.old")
        let result = ConfigurationFiles(scratch.path("locd.conf")).read()
        #expect(result.configuration.defaultLanguages.map(\.description) == ["ar"])
        #expect(result.configuration.baseLanguage?.description == "en")
        #expect(result.problems.map(\.line) == [4])
        #expect(result.problems.first?.file == scratch.path("locd.conf.d/10.conf"))
    }

    @Test("A file that is not there is an empty one; one that cannot be read is told and passed over")
    func unreadable() throws {
        let scratch = try ScratchDirectory()
        let missing = ConfigurationFiles(scratch.path("locd.conf")).read()
        #expect(missing.problems.isEmpty)
        try scratch.makeDirectory("locd.conf")
        #expect(ConfigurationFiles(scratch.path("locd.conf")).read().problems.count == 1)
        try scratch.write([0xFF, 0xFE], to: "other.conf")
        let encoded = ConfigurationFiles(scratch.path("other.conf")).read()
        #expect(encoded.problems.map(\.message) == ["ignored: it is not UTF-8"])
    }
}

@Suite struct SmallPartsTests {
    @Test("A user's refusals are logged ten times a minute, the tenth saying so")
    func refusals() {
        var rate = LogRate()
        let verdicts = (0..<12).map { _ in rate.add(uid: 1000, boottime: 0) }
        #expect(verdicts == Array(repeating: .log, count: 9) + [.logAsLast, .drop, .drop])
        #expect(rate.add(uid: 1001, boottime: 0) == .log)
        #expect(rate.add(uid: 1000, boottime: 61_000_000_000) == .log)
    }
}
