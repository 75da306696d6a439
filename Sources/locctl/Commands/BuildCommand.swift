import CatalogBuilder
import Installation
import InterchangeFormats
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
            "Needs no daemon. A SOURCE is JSON or i18next's JSON (.json), an Application Resource Bundle with messages of ICU "
                + "(.arb), Apple's strings (.strings), plural strings (.stringsdict) or String Catalog (.xcstrings), Android's "
                + "resources (.xml), or a catalog of gettext (.mo). What a .json or .xml was taken for is said where its ending does not tell. Of a file "
                + "with several languages the texts in TAG are taken.",
            "Several files are put together, and no key may be in two of them. Findings go to standard error as "
                + "FILE:LINE:COLUMN. When one is an error, nothing is written.",
            "FILE is replaced in one step: whoever reads it sees the old or the new one.",
            "With --root, the catalog goes where the daemon of that image looks for it: below /usr/share/locd/domains.",
        ],
        options: [domain, language, base, output, ImageOption.root],
        positionals: [Positional("SOURCE", .atLeastOne, .file(suffix: nil))],
        examples: [
            .init(command: "locctl build hi.json --domain kiosk --language hi", meaning: "makes hi.lcat"),
            .init(
                command: "locctl build a.json b.json --domain kiosk --language en --base -o en.lcat",
                meaning: "makes one catalog of two files"),
            .init(
                command: "locctl --root=rootfs build hi.json --domain kiosk --language hi",
                meaning: "makes rootfs/usr/share/locd/domains/kiosk/hi.lcat"),
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
        let domain = try domainName(arguments.value(of: domain) ?? "")
        let target = try target(arguments, domain: domain, language: tag)
        try target.check(invocation.console)
        var assembly = CatalogAssembly(domain: domain, language: tag, isBase: arguments.has(base))
        try read(arguments.positionals, into: &assembly, invocation.console)
        let found = assembly.diagnostics.count
        let catalog = assembly.catalog(file: target.name)
        tell(assembly.diagnostics[found...], invocation.console)
        if let catalog { try target.write(catalog, invocation.console) }
        if let json = invocation.console.json {
            try invocation.console.print(encoded: Report(assembly, output: catalog.map { _ in target.name }), json)
        }
        let errors = assembly.diagnostics.count { $0.severity == .error }
        if errors > 0 { throw Failure(.other, "\(counted(errors, "error")); nothing was written") }
    }

    static func languageTag(_ text: String) throws(Failure) -> LanguageTag {
        do throws(LanguageTagError) {
            return try LanguageTag(parsing: text)
        } catch {
            throw Failure(.invalidLanguageTag, error.message + "; one reads like hi or pt-BR")
        }
    }

    static func domainName(_ text: String) throws(Failure) -> String {
        guard Identifier.isValid(text) else {
            throw Failure(
                .usage, "\(quoted(text)) is not a domain's name: letters, digits and . _ - + can stand in one")
        }
        return text
    }

    private static func target(
        _ arguments: Arguments, domain: String, language: LanguageTag
    ) throws(Failure) -> BuildTarget {
        let file = arguments.value(of: output)
        guard let root = arguments.value(of: ImageOption.root) else {
            return file == "-" ? .standardOutput : .file(file ?? "\(language).lcat")
        }
        if file != nil { throw Failure(.usage, "--root says where the catalog goes, so there is no --output with it") }
        return .image(root, .catalog(domain: domain, language: language.description))
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
            guard InterchangeFormat.knowsEnding(of: file) else {
                let known = InterchangeFormat.endings.map { ".\($0)" }.joined(separator: ", ")
                throw Failure(.usage, "\(quoted(file)) ends with none of \(known)")
            }
            let bytes = try reporting(on: file) { () throws(SystemError) in
                try FileContents(ofPath: file, limit: CatalogSource.maximumSize, followingLinks: true).bytes
            }
            // Its ending is known.
            let format = InterchangeFormat(file: file, bytes: bytes)!
            if format.isGuessed { console.remark("\(printable(file)) is taken for \(format.title)") }
            let findings = assembly.add(bytes, reader: format.reader, file: file)
            if isAnnounced, !findings.isEmpty { console.progress(nil) }
            tell(findings[...], console)
        }
    }

    static func tell(_ findings: ArraySlice<Diagnostic>, _ console: Console) {
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
