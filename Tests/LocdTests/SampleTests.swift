import LinuxIO
import TestSupport
import Testing

/// The programs that the documentation shows.
@Suite struct SampleTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    @Test func `The Swift programs of the README compile`() throws {
        let readme = try FileContents(ofPath: "\(Self.root)/README.md", limit: 1 << 20, followingLinks: true)
        let samples = Self.samples(in: String(decoding: readme.bytes, as: UTF8.self))
        try #require(!samples.isEmpty)
        let scratch = try ScratchDirectory()
        for sample in samples {
            try scratch.write(sample, to: "main.swift")
            let complaints = try Self.complaints(about: scratch.path("main.swift"), in: scratch)
            #expect(complaints == "", "\(sample)")
        }
    }

    /// What stands in fences that are marked as Swift.
    private static func samples(in text: String) -> [String] {
        text.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "```").first.map(String.init) }
    }

    /// What the compiler says of a program that uses the modules these tests were built with; nothing when it compiles.
    private static func complaints(about file: String, in scratch: ScratchDirectory) throws -> String {
        let pipe = try Pipe()
        let script = """
            exec swiftc -typecheck -swift-version 6 -module-cache-path "$4" -I "$2" -Xcc -fmodule-map-file="$3" "$1" 2>&1
            """
        var configuration = ChildProcess.Configuration(
            executable: "/bin/sh",
            arguments: [
                "sh", "-c", script, "sh", file, try builtProduct("Modules"),
                try builtProduct("CLinux.build/module.modulemap"), scratch.path("modules"),
            ])
        configuration.environment = ["PATH": CurrentProcess.environment("PATH") ?? ""]
        configuration.descriptors = [.init(pipe.writer.rawValue, at: 1)]
        var child = try ChildProcess(configuration)
        close(pipe.writer)
        let text = try readAll(pipe.reader)
        return try child.wait() == .exited(0) ? text : "it does not compile: \(text)"
    }
}
