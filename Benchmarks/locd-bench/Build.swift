import CatalogBuilder
import LanguageTags
import LinuxIO

/// Makes a catalog from a JSON file; the script takes the time of the whole process.
struct Build {
    private let source: String
    private let directory: String
    private let output: String

    init(_ arguments: BenchArguments) throws {
        source = try arguments.text("source")
        directory = try arguments.text("directory")
        output = try arguments.text("output")
    }

    func run() throws {
        let file = try FileContents(ofPath: source, limit: CatalogSource.maximumSize, followingLinks: true)
        let language = try LanguageTag(parsing: "hi-IN")
        let result = CatalogSource(
            file.bytes, kind: .json, file: "hi-IN.json", domain: "app", language: language, baseLanguage: language
        ).build()
        guard let catalog = result.catalogs.first else {
            throw BenchError(message: "\(source) has errors: \(result.diagnostics.first?.description ?? "none told")")
        }
        try DurableFile.replace(output, in: try Directory(path: directory), with: catalog.bytes.span, mode: 0o644)
    }
}
