import LinuxIO

/// A shell that runs scripts.
enum Shell: String {
    case bash, zsh

    private var path: String { "/usr/bin/\(rawValue)" }

    var isInstalled: Bool {
        // Only a file that is not there cannot be looked at.
        (try? Directory(path: "/usr/bin").status(of: rawValue)) != nil
    }

    /// Runs a script and gives the lines it printed.
    func run(_ script: String, _ arguments: [String]) throws -> [String] {
        let pipe = try Pipe()
        var configuration = ChildProcess.Configuration(
            executable: path, arguments: [rawValue, "-c", script, rawValue] + arguments)
        configuration.environment = ["PATH": "/usr/bin", "LC_ALL": "C.UTF-8"]
        configuration.descriptors = [.init(pipe.writer.rawValue, at: 1)]
        configuration.inheritsStandardError = true
        var child = try ChildProcess(configuration)
        return try lines(from: pipe, until: &child)
    }

    private func lines(from pipe: consuming Pipe, until child: inout ChildProcess) throws -> [String] {
        let reader = pipe.closingWriter()
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while let count = try reader.read(into: &buffer, detail: "the shell"), count > 0 {
            output += buffer.prefix(count)
        }
        let status = try child.wait()
        guard status == .exited(0) else { throw ShellError(status: status) }
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// A script that failed.
struct ShellError: Error {
    let status: ChildProcess.ExitStatus
}

extension Pipe {
    /// The reading end alone, so that its end can be seen.
    fileprivate consuming func closingWriter() -> FileDescriptor {
        reader
    }
}
