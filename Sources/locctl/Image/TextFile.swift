import Catalog
import CatalogBuilder
import Installation
import LanguageTags
import LinuxIO
import LocdDaemon

/// A file of texts that was read and checked, and where it belongs.
struct TextFile {
    /// What the command line says of all files.
    struct Given {
        var domain: String?
        var language: LanguageTag?
    }

    let path: String
    let place: TextPlace
    let bytes: [UInt8]
    /// What is wrong in it.
    let findings: [Diagnostic]

    /// Reads a file; errors in what it holds are findings.
    ///
    /// - Throws: a failure when it cannot be read or nobody says whose texts, or in which language, it has.
    init(path: String, _ given: Given) throws(Failure) {
        self.path = path
        bytes = try reporting(on: path) { () throws(SystemError) in
            try FileContents(ofPath: path, limit: CatalogSource.maximumSize, followingLinks: true).bytes
        }
        if path.hasSuffix(".lcat") {
            (place, findings) = (try Self.catalogPlace(path, bytes, given), [])
        } else {
            guard let kind = CatalogSource.Kind(fileName: path) else {
                throw Failure(.usage, "\(quoted(path)) ends with neither .lcat, .json, .strings nor .mo")
            }
            let source = try Source(path: path, kind: kind, given)
            place = source.place
            let text = CatalogSource(
                bytes, kind: kind, file: path, domain: place.domain, language: source.language)
            findings = text.build().diagnostics
        }
    }

    /// A catalog says itself whose texts it has.
    private static func catalogPlace(_ path: String, _ bytes: [UInt8], _ given: Given) throws(Failure) -> TextPlace {
        let metadata: CatalogMetadata
        do {
            // Only values are taken out before the bytes go.
            metadata = unsafe try bytes.withUnsafeBytes { unsafe try MessageCatalog(bytes: $0).metadata }
        } catch {
            throw Failure(.notVerified, "\(quoted(path)) is no catalog that can be used: \(error)")
        }
        let domain = try BuildCommand.domainName(metadata.domain)
        let language = try BuildCommand.languageTag(metadata.language)
        if let other = given.domain, other != domain {
            throw Failure(.usage, "\(quoted(path)) has texts of the domain \(quoted(domain)), not \(quoted(other))")
        }
        if let other = given.language, other != language {
            throw Failure(.usage, "\(quoted(path)) is in \(language), not in \(other)")
        }
        return .catalog(domain: domain, language: language.description)
    }
}

/// What a source file's path and the command line say of it.
private struct Source {
    let place: TextPlace
    /// The language to read it in; nil for a map of languages.
    let language: LanguageTag?

    init(path: String, kind: CatalogSource.Kind, _ given: TextFile.Given) throws(Failure) {
        let components = path.split(separator: "/").map(String.init)
        let name = components.last ?? ""
        let stem = String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)])
        let folder = components.dropLast().last ?? ""
        switch kind {
        case .json:
            let domain = try Self.domain(given, path)
            // A name that is no tag is what tells a map from a file of one language.
            language = given.language ?? (try? LanguageTag(parsing: stem))
            place = language.map { .json(domain: domain, language: $0.description) } ?? .jsonMap(domain: domain)
        case .strings:
            let domain = try Self.domain(given, path)
            guard given.language != nil || folder != "Base.lproj" else {
                // The image's configuration decides what it is; to be read, any will do.
                language = Configuration().languageOfBaseFolder(of: domain)
                place = .strings(domain: domain, language: "Base", table: stem)
                return
            }
            let tag = try Self.language(given, folder.hasSuffix(".lproj") ? String(folder.dropLast(6)) : "", path)
            language = tag
            place = .strings(domain: domain, language: tag.description, table: stem)
        case .gettext:
            let domain = if let domain = given.domain { domain } else { try BuildCommand.domainName(stem) }
            let above = components.dropLast(2).last ?? ""
            let tag = try Self.language(given, folder == "LC_MESSAGES" ? above : "", path)
            language = tag
            place = .gettext(domain: domain, language: tag.description)
        }
    }

    private static func domain(_ given: TextFile.Given, _ path: String) throws(Failure) -> String {
        guard let domain = given.domain else {
            throw Failure(.usage, "\(quoted(path)) does not say whose texts it has; give --domain D")
        }
        return domain
    }

    /// The language given, else the one that the file's place is named by.
    private static func language(
        _ given: TextFile.Given, _ text: String, _ path: String
    ) throws(Failure) -> LanguageTag {
        if let language = given.language { return language }
        do throws(LanguageTagError) {
            return try LanguageTag(parsing: text)
        } catch {
            throw Failure(.usage, "\(quoted(path)) does not say its language; give --language TAG")
        }
    }
}
