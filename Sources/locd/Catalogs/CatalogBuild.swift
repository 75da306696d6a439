import CatalogBuilder
import LinuxIO
import PackStore

/// Has one source file built by a child process, and stores what comes of it.
struct CatalogBuild {
    let request: BuildRequest
    let cache: CatalogCache
    /// How long the child may take, waiting included.
    let patience: Duration

    /// What a child may use. Building the largest file that is read takes a tenth of this.
    private static let limits = ResourceLimits(
        processorTime: .seconds(60), addressSpace: 4 << 30, fileSize: 512 << 20, openFiles: 32)

    /// Runs the child and waits for it.
    ///
    /// - Parameters:
    ///   - source: the file, open for reading.
    ///   - base: path of the base language's catalog, where the request says that there is one.
    /// - Returns: what came of it, and whether it would come again: a child that was killed, by somebody or for want of
    ///   time or memory, says nothing of its source.
    /// - Throws: `SystemError`, `PackStoreError`; a source at fault, or a child that died, is a problem of the result.
    func run(_ source: borrowing FileDescriptor, base: String?) throws -> (result: SourceResult, isLasting: Bool) {
        let output = try Memfd.writable(name: "locd-build")
        var child = ChildProcess.Configuration(
            executable: "/proc/self/exe", arguments: ["locd", BuildRequest.verb] + request.arguments)
        child.limits = Self.limits
        child.endsWithParent = true
        child.descriptors = [
            .init(source.rawValue, at: BuildRequest.sourceDescriptor),
            .init(output.rawValue, at: BuildRequest.resultDescriptor),
        ]
        let status: ChildProcess.ExitStatus?
        if request.hasBase, let base {
            let file = try FileDescriptor(readingPath: base, followingLinks: false)
            child.descriptors.append(.init(file.rawValue, at: BuildRequest.baseDescriptor))
            status = try wait(for: child)
        } else {
            status = try wait(for: child)
        }
        if status == .exited(0) { return (try store(output), true) }
        let ending = status?.sentence ?? "was still at work after \(patience.components.seconds) s"
        let result = SourceResult(catalogs: [], problems: ["not built: its builder \(ending)"])
        return (result, isLasting: status.map { !$0.wasKilled } ?? false)
    }

    /// How the child ended; nil when it took too long.
    private func wait(for configuration: ChildProcess.Configuration) throws(SystemError) -> ChildProcess.ExitStatus? {
        var child = try ChildProcess(configuration)
        // One that is given up here is killed as it goes out of scope.
        guard try child.descriptor.wait(for: .readable, timeout: patience) else { return nil }
        return try child.wait()
    }

    private func store(_ output: borrowing FileDescriptor) throws -> SourceResult {
        let mapping = try Mapping(output, limit: Self.limits.fileSize ?? 0, detail: "result of a build")
        let bytes = mapping.withBytes { span in span.indices.map { span[$0] } }
        guard let outcome = BuildOutcome(parsing: bytes) else {
            return SourceResult(catalogs: [], problems: ["not built: its builder left no proper result"])
        }
        let catalogs = try outcome.catalogs.map { _, bytes in
            try cache.store(try Memfd.sealed(name: "locd-catalog", contents: bytes.span))
        }
        return SourceResult(catalogs: catalogs, problems: outcome.diagnostics.map(\.finding))
    }
}

extension Diagnostic {
    /// The finding without its file, as it is remembered.
    fileprivate var finding: String {
        guard let line, let column else { return "\(severity.rawValue): \(message)" }
        return "\(line):\(column): \(severity.rawValue): \(message)"
    }
}

extension ChildProcess.ExitStatus {
    /// How it ended, as the end of a sentence.
    var sentence: String {
        switch self {
        case .exited(let code): "ended with status \(code)"
        case .signaled(let signal): "was ended by signal \(signal)"
        }
    }
}
