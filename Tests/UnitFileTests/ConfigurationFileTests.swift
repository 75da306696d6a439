import LanguageTags
import TestSupport
import Testing

@testable import LocdDaemon

/// The configuration as it is installed.
@Suite struct ConfigurationFileTests {
    private let text: String

    init() throws {
        text = try Tool.run("cat", ["\(Tool.repository)/config/locd.conf"]).output
    }

    /// The file with its values in force instead of in comments.
    private var uncommented: String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                // A comment has a blank behind its sign, a value that could be given has none.
                line.hasPrefix("#") && !line.hasPrefix("# ") && line != "#" ? line.dropFirst() : line
            }.joined(separator: "\n")
    }

    @Test func `as installed it sets nothing`() {
        var configuration = Configuration()
        #expect(configuration.read(text, file: "locd.conf") == [])
        #expect(configuration == Configuration())
    }

    @Test func `every value in it is the default`() {
        var configuration = Configuration()
        #expect(configuration.read(uncommented, file: "locd.conf") == [])
        var expected = Configuration()
        // A domain that is named has an entry; the transport's defaults are not the configuration's.
        expected.usesByDomain["kiosk"] = []
        expected.connections = 16_384
        expected.connectionsPerUser = 512
        #expect(configuration == expected)
    }

    @Test func `every key that the daemon knows is explained`() throws {
        for (section, key) in try ConfigurationKeys.known() {
            let part = uncommented.split(separator: "\n").drop { $0 != "[\(section)]" }.dropFirst()
                .prefix { !$0.hasPrefix("[") }
            #expect(part.contains { $0.hasPrefix("\(key)=") }, "[\(section)] \(key)= is not in locd.conf")
        }
    }

    @Test func `the list of languages is one that the daemon takes`() throws {
        let list = try Tool.run("cat", ["\(Tool.repository)/config/languages.conf"]).output
        var configuration = Configuration()
        #expect(configuration.read(list, file: "languages.conf") == [])
        #expect(configuration.languages.count == 33)
        #expect(configuration.defaultLanguages.map(\.description) == ["en"])
    }
}
