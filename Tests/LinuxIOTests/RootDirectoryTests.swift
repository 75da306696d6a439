import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct RootDirectoryTests {
    let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.makeDirectory("root/etc")
        try scratch.write("outside", to: "secret")
    }

    private func root() throws -> RootDirectory { try RootDirectory(path: scratch.path("root")) }

    @Test(
        "Every way to a file stays in the root",
        arguments: ["/etc/file", "etc/file", "../../etc/file", "/absolute", "/relative", "/etc/../../../etc/file"])
    func inside(path: String) throws {
        try scratch.write("inside", to: "root/etc/file")
        try scratch.makeLink("root/absolute", to: "/etc/file")
        try scratch.makeLink("root/relative", to: "../../../etc/file")
        #expect(try root().readFile(path, limit: 100).bytes == Array("inside".utf8))
        expectErrno(EFBIG) { _ = try root().readFile(path, limit: 1) }
    }

    @Test func `a link out of the root leads to what is there inside, or nowhere`() throws {
        try scratch.makeLink("root/out", to: scratch.path("secret"))
        try scratch.makeLink("root/up", to: "../secret")
        try scratch.makeLink("root/magic", to: "/proc/self/root/etc/passwd")
        for name in ["out", "up", "magic"] { expectErrno(ENOENT) { _ = try root().readFile(name, limit: 100) } }
    }

    @Test func `directories are made on the way, whatever the umask, behind links too`() throws {
        try scratch.makeDirectory("root/real")
        try scratch.makeLink("root/usr", to: "/real")
        let made = try root().makeDirectory("/usr/share/locd", mode: 0o755)
        #expect(made.path == scratch.path("root/usr/share/locd"))
        #expect(try scratch.open().subdirectory("root/real/share").status(of: "locd")?.permissions == 0o755)
        // Where a link leads nowhere, nothing is made.
        try scratch.makeLink("root/dangling", to: "/nowhere")
        expectErrno(ENOENT) { _ = try root().makeDirectory("/dangling/x", mode: 0o755) }
        #expect(try scratch.names(in: "root") == ["dangling", "etc", "real", "usr"])
    }
}
