import Catalog
import CatalogBuilder
import LanguageTags
import LinuxIO

/// The child process that reads one source file and makes its catalogs.
///
/// Source files come from many hands. A parser that traps on one of them, or eats memory, ends this child and not the
/// daemon. It gets descriptors and limits, no environment and no way to anything else, and leaves its result in a
/// memory file (see `BuildOutcome`). Diagnostics are part of a good result; the exit status tells only whether there
/// is one.
enum BuildChild {
    static func run(_ arguments: [String]) -> Int32 {
        guard let request = BuildRequest(arguments: arguments) else { return 2 }
        do {
            let source = FileDescriptor(owning: BuildRequest.sourceDescriptor)
            let mapping = try Mapping(source, limit: CatalogSource.maximumSize, detail: request.file)
            let bytes = mapping.withBytes { span in
                unsafe [UInt8](unsafeUninitializedCapacity: span.count) { buffer, count in
                    for index in span.indices { unsafe buffer.initializeElement(at: index, to: span[index]) }
                    count = span.count
                }
            }
            let result = FileDescriptor(owning: BuildRequest.resultDescriptor)
            let outcome = try BuildOutcome(build(bytes, request)).serialized()
            try result.writeAll(outcome.span, detail: "result")
            return 0
        } catch {
            return 1
        }
    }

    private static func build(_ bytes: [UInt8], _ request: BuildRequest) throws -> BuildResult {
        var source = CatalogSource(
            bytes, kind: request.kind, file: request.file, domain: request.domain, language: request.language,
            baseLanguage: request.baseLanguage, digest: digest(request.digest))
        if request.language == nil, request.baseLanguage == nil {
            source.baseLanguage = baseLanguage(of: source)
        }
        guard request.hasBase else { return source.build() }
        let descriptor = FileDescriptor(owning: BuildRequest.baseDescriptor)
        let base = try Mapping(descriptor, limit: CatalogSource.maximumSize * 4, detail: "base catalog")
        // The mapping lives as long as the child needs the catalog: until the end of this function.
        defer { withExtendedLifetime(base) {} }
        return source.build(base: try unsafe MessageCatalog(bytes: base.bytes))
    }

    /// The base language among those that a map holds, where nobody has declared one (semantics L4).
    private static func baseLanguage(of source: CatalogSource) -> LanguageTag? {
        var findings = DiagnosticCollector(file: source.file)
        // The tags were parsed when the file was read.
        let languages = source.messageSets(&findings).compactMap { try? LanguageTag(parsing: $0.metadata.language) }
        return LanguageChain.base(declared: nil, baseFolder: nil, configured: nil, available: languages)
    }

    /// The bytes that hexadecimal digits stand for.
    private static func digest(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
