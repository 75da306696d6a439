import LinuxIO
package import LocdDaemon
package import LocdInterface

/// Reads the configuration from its files.
///
/// As systemd does it: the main file is the first of the two that exists, the administrator's or the product's; drop-ins
/// `*.conf` of both `.d` directories come after it, sorted by name, one in the administrator's directory standing in
/// for one of the same name in the product's.
package struct ConfigurationFiles {
    /// The main files, the most important first.
    package let files: [String]
    /// The directory that paths begin at: `/`, or that of a disk image.
    private let root: String

    /// What was read, and what was ignored of it.
    package struct Result {
        package var configuration = Configuration()
        package var problems: [Problem] = []
    }

    private static let maximumBytes = 1 << 20

    /// - Parameters:
    ///   - path: the one main file; nil for the two usual ones.
    ///   - root: the directory in which the system lies whose configuration it is.
    package init(_ path: String?, root: String = "/") {
        files = path.map { [$0] } ?? ["/etc/locd/locd.conf", "/usr/lib/locd/locd.conf"]
        self.root = root
    }

    /// Reads all files that are there now.
    package func read() -> Result {
        var result = Result()
        do throws(SystemError) {
            let root = try RootDirectory(path: root)
            for file in files where read(file, in: root, into: &result) { break }
            for path in dropIns(in: root, &result) { _ = read(path, in: root, into: &result) }
        } catch {
            result.problems.append(
                Problem(file: root, line: nil, column: nil, message: "cannot be looked into: \(error.description)"))
        }
        return result
    }

    /// The drop-ins that count, in order.
    private func dropIns(in root: borrowing RootDirectory, _ result: inout Result) -> [String] {
        var dropIns: [String: String] = [:]
        for file in files.reversed() {
            for name in names(in: file + ".d", root, &result) where name.hasSuffix(".conf") && !name.hasPrefix(".") {
                dropIns[name] = "\(file).d/\(name)"
            }
        }
        return dropIns.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Reads one file; false when there is none.
    private func read(_ path: String, in root: borrowing RootDirectory, into result: inout Result) -> Bool {
        let file = root.fullPath(path)
        let contents: FileContents
        do throws(SystemError) {
            contents = try root.readFile(path, limit: Self.maximumBytes)
        } catch {
            if error.isMissing { return false }
            result.problems.append(
                Problem(file: file, line: nil, column: nil, message: "ignored: \(error.description)"))
            return true
        }
        guard let text = String(validating: contents.bytes, as: UTF8.self) else {
            result.problems.append(Problem(file: file, line: nil, column: nil, message: "ignored: it is not UTF-8"))
            return true
        }
        result.problems += result.configuration.read(text, file: file).map {
            Problem(file: $0.file, line: $0.line, column: nil, message: $0.message)
        }
        return true
    }

    private func names(
        in path: String, _ root: borrowing RootDirectory, _ result: inout Result
    ) -> [String] {
        let directory = root.fullPath(path)
        do throws(SystemError) {
            return try root.directory(path).list().names
        } catch {
            if !error.isMissing {
                result.problems.append(
                    Problem(file: directory, line: nil, column: nil, message: "ignored: \(error.description)"))
            }
            return []
        }
    }
}
