import LinuxIO
import LocdDaemon
import LocdInterface

/// Reads the configuration from its files.
///
/// As systemd does it: the main file is the first of the two that exists, the administrator's or the product's; drop-ins
/// `*.conf` of both `.d` directories come after it, sorted by name, one in the administrator's directory standing in
/// for one of the same name in the product's.
struct ConfigurationFiles {
    /// The main files, the most important first.
    let files: [String]

    /// What was read, and what was ignored of it.
    struct Result {
        var configuration = Configuration()
        var problems: [Problem] = []
    }

    private static let maximumBytes = 1 << 20

    init(_ path: String?) {
        files = path.map { [$0] } ?? ["/etc/locd/locd.conf", "/usr/lib/locd/locd.conf"]
    }

    /// Directories whose changes may change the configuration.
    var directories: [String] {
        files.flatMap { [Locations.parent(of: $0), $0 + ".d"] }
    }

    func read() -> Result {
        var result = Result()
        for file in files where read(file, into: &result) { break }
        var dropIns: [String: String] = [:]
        for file in files.reversed() {
            for name in names(in: file + ".d", &result) where name.hasSuffix(".conf") && !name.hasPrefix(".") {
                dropIns[name] = "\(file).d/\(name)"
            }
        }
        for (_, path) in dropIns.sorted(by: { $0.key < $1.key }) { _ = read(path, into: &result) }
        return result
    }

    /// Reads one file; false when there is none.
    private func read(_ path: String, into result: inout Result) -> Bool {
        let contents: FileContents
        do throws(SystemError) {
            contents = try FileContents(ofPath: path, limit: Self.maximumBytes, followingLinks: true)
        } catch {
            if error.isMissing { return false }
            result.problems.append(
                Problem(file: path, line: nil, column: nil, message: "ignored: \(error.description)"))
            return true
        }
        guard let text = String(validating: contents.bytes, as: UTF8.self) else {
            result.problems.append(Problem(file: path, line: nil, column: nil, message: "ignored: it is not UTF-8"))
            return true
        }
        result.problems += result.configuration.read(text, file: path).map {
            Problem(file: $0.file, line: $0.line, column: nil, message: $0.message)
        }
        return true
    }

    private func names(in directory: String, _ result: inout Result) -> [String] {
        do throws(SystemError) {
            return try Directory(path: directory).list().names
        } catch {
            if !error.isMissing {
                result.problems.append(
                    Problem(file: directory, line: nil, column: nil, message: "ignored: \(error.description)"))
            }
            return []
        }
    }
}
