import CatalogBuilder
import Installation
import LinuxIO
import PackStore

/// `locctl install`: puts texts into a system image.
enum InstallCommand {
    private static let domain = Option.value(
        "domain", "D", "whose texts they are; a catalog says so itself, a .mo file by its name")
    private static let language = Option.value(
        "language", "TAG", "the language of the texts, where neither the file nor its place says so")

    static let verb = Verb(
        "install", "put texts into a system image",
        discussion: [
            "Needs no daemon, but --root. A FILE is a catalog (.lcat), JSON (.json), Apple's strings (.strings) or a catalog "
                + "of gettext (.mo). It goes to the place below /usr/share/locd/domains of the image where the daemon looks for "
                + "its kind; the daemon makes catalogs of sources by itself.",
            "All files are read and checked first, and when there is an error in one, nothing is installed. Each file is "
                + "replaced in one step. A file that another one hides, for being of the same domain and language, is told of.",
        ],
        options: [ImageOption.root, domain, language],
        positionals: [Positional("FILE", .atLeastOne, .file(suffix: nil))],
        examples: [
            .init(command: "locctl --root=rootfs install hi.lcat de.lcat", meaning: "two catalogs"),
            .init(
                command: "locctl --root=rootfs install hi.json de.json --domain kiosk",
                meaning: "two sources, which the daemon makes catalogs of"),
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        guard let root = arguments.value(of: ImageOption.root) else {
            throw Failure(
                .usage, "give the root of the image: locctl --root=DIR install …; --root=/ is this machine")
        }
        let given = TextFile.Given(
            domain: try arguments.value(of: domain).map(BuildCommand.domainName),
            language: try arguments.value(of: language).map(BuildCommand.languageTag))
        let files = try read(arguments.positionals, given, invocation.console)
        try install(files, in: root, invocation.console)
    }

    /// Reads and checks all files.
    private static func read(
        _ paths: [String], _ given: TextFile.Given, _ console: Console
    ) throws(Failure) -> [TextFile] {
        var files: [TextFile] = []
        var errors = 0
        for path in paths {
            let file = try TextFile(path: path, given)
            BuildCommand.tell(file.findings[...], console)
            errors += file.findings.count { $0.severity == .error }
            if let other = files.first(where: { $0.place == file.place }) {
                throw Failure(.usage, "\(quoted(path)) and \(quoted(other.path)) are for the same place")
            }
            files.append(file)
        }
        if errors > 0 { throw Failure(.other, "\(counted(errors, "error")); nothing was installed") }
        return files
    }

    private static func install(_ files: [TextFile], in root: String, _ console: Console) throws(Failure) {
        let system = try reporting(on: root) { () throws(SystemError) in try RootDirectory(path: root) }
        for file in files {
            let path = system.fullPath(file.place.path)
            try reporting(on: path) { () throws(SystemError) in try file.place.write(file.bytes, in: system) }
        }
        for problem in TextPlace.conflicts(of: Set(files.map(\.place.domain)), in: system) {
            console.remark(printable(problem.description))
        }
        let paths = files.map { system.fullPath($0.place.path) }
        try console.print(list: paths, lines: paths.map { printable($0) })
    }
}
