import CatalogBuilder
import LanguageTags
import LinuxIO
import LocdInterface

/// `locctl build`: a catalog from source files.
enum BuildCommand {
    private static let domain = Option.value("domain", "D", isRequired: true, "whose texts they are")
    private static let language = Option.value("language", "TAG", isRequired: true, "the language of the texts")
    private static let base = Option.flag("base", "the domain is complete in this language: keep empty texts")
    private static let output = Option.value(
        "output", short: "o", "FILE", completion: .file(suffix: nil),
        "where to put the catalog, - for standard output; TAG.lcat where it is not given")

    static let verb = Verb(
        "build", "make a catalog of files of texts",
        discussion: [
            "Needs no daemon. A SOURCE is JSON (.json), Apple's strings (.strings) or a catalog of gettext (.mo); several are put "
                + "together, and no key may be in two of them. Findings go to standard error as FILE:LINE:COLUMN. When one is "
                + "an error, nothing is written.",
            "FILE is replaced in one step: whoever reads it sees the old or the new one.",
        ],
        options: [domain, language, base, output],
        positionals: [Positional("SOURCE", .atLeastOne, .file(suffix: nil))],
        examples: [
            .init(command: "locctl build hi.json --domain kiosk --language hi", meaning: "makes hi.lcat"),
            .init(
                command: "locctl build a.json b.json --domain kiosk --language en --base -o en.lcat",
                meaning: "makes one catalog of two files"),
        ],
        run: run)

    /// What was done, as `--json` prints it.
    struct Report: Encodable {
        struct Finding: Encodable {
            let severity: String
            let file: String
            let line: Int?
            let column: Int?
            let message: String
        }

        /// Nil when nothing was written.
        let output: String?
        let messages: Int
        let findings: [Finding]
    }

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        let tag = try languageTag(arguments.value(of: language) ?? "")
        let target = arguments.value(of: output) ?? "\(tag).lcat"
        try check(target, invocation.console)
        var assembly = CatalogAssembly(
            domain: try domainName(arguments.value(of: domain) ?? ""), language: tag, isBase: arguments.has(base))
        try read(arguments.positionals, into: &assembly, invocation.console)
        let found = assembly.diagnostics.count
        let catalog = assembly.catalog(file: target)
        tell(assembly.diagnostics[found...], invocation.console)
        if let catalog { try write(catalog, to: target, invocation.console) }
        if let json = invocation.console.json {
            try invocation.console.print(encoded: Report(assembly, output: catalog.map { _ in target }), json)
        }
        let errors = assembly.diagnostics.count { $0.severity == .error }
        if errors > 0 { throw Failure(.other, "\(counted(errors, "error")); nothing was written") }
    }

    private static func languageTag(_ text: String) throws(Failure) -> LanguageTag {
        do throws(LanguageTagError) {
            return try LanguageTag(parsing: text)
        } catch {
            throw Failure(.invalidLanguageTag, error.message + "; one reads like hi or pt-BR")
        }
    }

    private static func domainName(_ text: String) throws(Failure) -> String {
        guard Identifier.isValid(text) else {
            throw Failure(
                .usage, "\(quoted(text)) is not a domain's name: letters, digits and . _ - + can stand in one")
        }
        return text
    }

    private static func check(_ target: String, _ console: Console) throws(Failure) {
        guard target == "-" else { return }
        if console.json != nil {
            throw Failure(.usage, "a catalog and JSON cannot both go to standard output; give -o FILE")
        }
        if console.isTerminal {
            throw Failure(.usage, "a catalog is nothing for a terminal; give -o FILE or a pipe")
        }
    }

    // MARK: Files

    private static func read(
        _ files: [String], into assembly: inout CatalogAssembly, _ console: Console
    ) throws(Failure) {
        let start = BoottimeClock.now
        var isAnnounced = false
        defer { if isAnnounced { console.progress(nil) } }
        for (number, file) in zip(1..., files) {
            if start.duration(to: BoottimeClock.now) > .seconds(1) {
                console.progress("reading \(printable(file)) (\(number) of \(files.count))")
                isAnnounced = true
            }
            guard let kind = CatalogSource.Kind(fileName: file) else {
                throw Failure(.usage, "\(quoted(file)) ends with neither .json, .strings nor .mo")
            }
            let bytes = try reporting(on: file) { () throws(SystemError) in
                try FileContents(ofPath: file, limit: CatalogSource.maximumSize, followingLinks: true).bytes
            }
            let findings = assembly.add(bytes, kind: kind, file: file)
            if isAnnounced, !findings.isEmpty { console.progress(nil) }
            tell(findings[...], console)
        }
    }

    private static func write(_ catalog: [UInt8], to target: String, _ console: Console) throws(Failure) {
        if target == "-" { return try console.write(catalog) }
        let slash = target.lastIndex(of: "/")
        let directory = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
        let name = slash.map { String(target[target.index(after: $0)...]) } ?? target
        try reporting(on: target) { () throws(SystemError) in
            try DurableFile.replace(name, in: Directory(path: directory), with: catalog.span, mode: 0o644)
        }
    }

    private static func tell(_ findings: ArraySlice<Diagnostic>, _ console: Console) {
        for finding in findings {
            let place = [finding.line, finding.column].compactMap { $0 }.map { ":\($0)" }.joined()
            console.diagnose(
                printable(finding.file) + place, finding.severity.rawValue, isError: finding.severity == .error,
                finding.message)
        }
    }
}

extension BuildCommand.Report {
    fileprivate init(_ assembly: CatalogAssembly, output: String?) {
        let findings = assembly.diagnostics.map { finding in
            Finding(
                severity: finding.severity.rawValue, file: finding.file, line: finding.line, column: finding.column,
                message: finding.message)
        }
        self.init(output: output, messages: assembly.messageCount, findings: findings)
    }
}
