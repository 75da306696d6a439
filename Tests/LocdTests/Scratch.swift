import Catalog
import CatalogBuilder
import Glibc
import LinuxIO
import LocdInterface
import TestSupport
import Testing

@testable import Locd

/// A fresh directory with a place for a daemon and for catalogs, removed with everything in it.
final class Scratch {
    private let directory: ScratchDirectory
    var path: String { directory.path }
    var address: String { path + "/org.locd" }

    init() throws {
        directory = try ScratchDirectory()
    }

    /// Writes a file, whose directory is there.
    func write(_ bytes: [UInt8], to name: String) throws {
        try directory.write(bytes, to: name)
    }

    /// Makes a directory.
    func makeDirectory(_ name: String) throws {
        try directory.makeDirectory(name)
    }

    /// Removes a file.
    func remove(_ name: String) {
        directory.remove(name)
    }

    /// A localizer on a connection of its own to this place's daemon.
    func localizer(
        _ domain: String = "app", own: OwnTexts? = nil,
        connection: Connection? = nil, onMissing: (@Sendable (MissingKey) -> Void)? = { _ in }
    ) -> Localizer {
        var options = Localizer.Options()
        options.onMissing = onMissing
        options.patience = .seconds(10)
        return Localizer(
            domain: domain, own: own, options: options, connection: connection ?? self.connection())
    }

    /// A connection that nobody shares to this place's daemon.
    func connection() -> Connection {
        Connection(address: address, application: "test", caches: [path])
    }

    /// Makes a catalog and writes it to `DOMAIN.LANGUAGE.lcat`.
    func catalog(
        _ domain: String, _ language: String, _ texts: [String: String], isBase: Bool = false
    ) throws -> CatalogFile {
        let name = "\(domain).\(language).lcat"
        let bytes = try catalogBytes(domain, language, texts, isBase: isBase)
        try write(bytes, to: name)
        return CatalogFile(
            language: language, digest: "digest of \(path)/\(name) \(texts.hashValue)", size: bytes.count,
            path: "\(path)/\(name)")
    }
}

/// A catalog's bytes.
func catalogBytes(
    _ domain: String, _ language: String, _ texts: [String: String], isBase: Bool = false
) throws -> [UInt8] {
    var diagnostics = DiagnosticCollector(file: "test")
    let set = MessageSet(
        metadata: CatalogMetadata(
            domain: domain, language: language, isBase: isBase,
            direction: language.hasPrefix("ar") ? .rightToLeft : .leftToRight),
        messages: texts.map { Message(key: $0.key, text: $0.value) })
    return try #require(CatalogWriter.catalog(of: set, diagnostics: &diagnostics))
}

/// Asks again and again until it is so; false when it is not within ten seconds.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = BoottimeClock.now.advanced(by: .seconds(10))
    while BoottimeClock.now < deadline {
        if try condition() { return true }
        sched_yield()
    }
    return false
}
