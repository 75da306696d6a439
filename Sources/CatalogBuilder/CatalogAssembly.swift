import Catalog
package import LanguageTags

/// Makes one catalog of any number of source files.
///
/// Each file is checked by itself, so that findings name the file they are in; then the messages are put together, where
/// a key in two files is an error in the later one.
package struct CatalogAssembly {
    /// Where a key was found first.
    private struct Place {
        let file: String
        let position: SourcePosition?
    }

    private let domain: String
    private let language: LanguageTag
    private let isBase: Bool
    private var sets: [MessageSet] = []
    /// By the keys' bytes: as strings, two that differ in Unicode normalisation only would be one.
    private var places: [[UInt8]: Place] = [:]
    /// What was found in all files so far.
    package private(set) var diagnostics: [Diagnostic] = []

    /// Starts without messages.
    ///
    /// - Parameter isBase: Whether the domain is complete in this language. In others a message without text counts as not
    ///   translated yet.
    package init(domain: String, language: LanguageTag, isBase: Bool) {
        self.domain = domain
        self.language = language
        self.isBase = isBase
    }

    /// Whether there will be no catalog.
    private var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// How many messages there are.
    package var messageCount: Int { sets.reduce(0) { $0 + $1.messages.count } }

    /// Reads a file's messages; gives what is wrong in it.
    package mutating func add(
        _ bytes: [UInt8], reader: @escaping CatalogSource.Reader, file: String
    ) -> [Diagnostic] {
        let source = CatalogSource(
            bytes, reader: reader, file: file, domain: domain, language: language, baseLanguage: isBase ? language : nil
        )
        var findings = DiagnosticCollector(file: file)
        // A file with several languages may have others too.
        for var set in source.messageSets(&findings) where set.metadata.language == language.identifier {
            set.dropUntranslated(base: nil, &findings)
            notePlaces(of: set, file: file, &findings)
            // Only what is wrong with it matters here; the catalog is made of all sets together.
            _ = CatalogWriter.catalog(of: set, diagnostics: &findings)
            sets.append(set)
        }
        diagnostics += findings.all
        return findings.all
    }

    /// Finds keys that an earlier file has; the writer finds those that are twice in one.
    private mutating func notePlaces(of set: MessageSet, file: String, _ findings: inout DiagnosticCollector) {
        for message in set.messages {
            let key = Array(message.key.utf8)
            guard let place = places[key] else {
                places[key] = Place(file: file, position: message.position)
                continue
            }
            if place.file != file {
                let line = place.position.map { ":\($0.line):\($0.column)" } ?? ""
                findings.error(
                    "the key \(quoted(message.key)) is in \(place.file)\(line) already", at: message.position)
            }
        }
    }

    /// The catalog's bytes; nil when there are errors, to which those of the whole have been added.
    package mutating func catalog(file: String) -> [UInt8]? {
        guard !hasErrors, var whole = sets.first else { return nil }
        for set in sets.dropFirst() { whole.messages += set.messages }
        var findings = DiagnosticCollector(file: file)
        let bytes = CatalogWriter.catalog(of: whole, diagnostics: &findings)
        // Warnings have been given with the files they are about.
        diagnostics += findings.all.filter { $0.severity == .error }
        return bytes
    }
}
