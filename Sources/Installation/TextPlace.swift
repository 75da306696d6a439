package import LinuxIO
package import PackStore

/// Where a file of texts lies among those shipped with a product, by the layouts that the daemon looks for
/// (`VendorScan`).
package struct TextPlace: Hashable, Sendable {
    package let domain: String
    /// The directories below the domain's, outermost first.
    private let directories: [String]
    private let name: String

    /// `TAG.lcat`: a catalog.
    package static func catalog(domain: String, language: String) -> TextPlace {
        TextPlace(domain: domain, directories: [], name: "\(language).lcat")
    }

    /// `TAG.json`: one language.
    package static func json(domain: String, language: String) -> TextPlace {
        TextPlace(domain: domain, directories: [], name: "\(language).json")
    }

    /// `strings.json`: a map of languages.
    package static func jsonMap(domain: String) -> TextPlace {
        TextPlace(domain: domain, directories: [], name: "strings.json")
    }

    /// `TAG.lproj/TABLE.strings`; `Base` is a language here.
    package static func strings(domain: String, language: String, table: String) -> TextPlace {
        TextPlace(domain: domain, directories: ["\(language).lproj"], name: "\(table).strings")
    }

    /// `TAG/LC_MESSAGES/DOMAIN.mo`.
    package static func gettext(domain: String, language: String) -> TextPlace {
        TextPlace(domain: domain, directories: [language, "LC_MESSAGES"], name: "\(domain).mo")
    }

    /// The path in the system's tree.
    package var path: String { "\(directory)/\(name)" }

    private var directory: String { ([Self.directory(of: domain)] + directories).joined(separator: "/") }

    /// The directory of a domain in the system's tree.
    package static func directory(of domain: String) -> String { "\(StandardPaths.texts)/\(domain)" }

    /// Puts a file there, in one step and durably, in place of what was there.
    package func write(_ bytes: [UInt8], in system: borrowing RootDirectory) throws(SystemError) {
        let directory = try system.makeDirectory(directory, mode: 0o755)
        try DurableFile.replace(name, in: directory, with: bytes.span, mode: 0o644)
    }

    /// Files of these domains among those shipped with the product that the daemon will ignore, and why: for being second
    /// to others, or no texts at all.
    package static func conflicts(
        of domains: Set<String>, in system: borrowing RootDirectory
    ) -> [StoreProblem] {
        let directories = domains.map { system.fullPath(directory(of: $0)) + "/" }
        return VendorScan(directories: [StandardPaths.texts], in: system).problems.filter { problem in
            directories.contains { problem.path.hasPrefix($0) }
        }
    }
}
