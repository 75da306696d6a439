import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct DirectoryTests {
    let scratch: ScratchDirectory
    let directory: SharedDirectory

    init() throws {
        scratch = try ScratchDirectory()
        directory = SharedDirectory(try Directory(path: scratch.path))
    }

    @Test func `a file gives its bytes and its status`() throws {
        try scratch.write("hello", to: "file")
        let contents = try directory.readFile("file", limit: 5)
        #expect(contents.bytes == Array("hello".utf8))
        #expect(contents.status.size == 5)
        #expect(contents.status.kind == .regular)
        #expect(contents.status == (try directory.status(of: "file")))
        #expect(abs(contents.status.modified - WallClock.nanosecondsSince1970) < 60_000_000_000)
    }

    @Test func `an empty file is empty`() throws {
        try scratch.write("", to: "file")
        #expect(try directory.readFile("file", limit: 0).bytes == [])
    }

    @Test func `a file that says it is empty is read to its end`() throws {
        let contents = try FileContents(ofPath: "/proc/self/status", limit: 65536, followingLinks: true)
        #expect(contents.status.size == 0)
        #expect(contents.bytes.starts(with: "Name:".utf8))
    }

    @Test func `a file over the limit is refused, also one that hides its size`() throws {
        try scratch.write("hello!", to: "file")
        expectErrno(EFBIG) { _ = try directory.readFile("file", limit: 5) }
        expectErrno(EFBIG) { _ = try FileContents(ofPath: "/proc/self/status", limit: 5, followingLinks: true) }
    }

    @Test(arguments: [("link", ELOOP), ("directory", EISDIR), ("zero", ELOOP), ("absent", ENOENT)])
    func `what is no regular file is refused`(name: String, errno: Int32) throws {
        try scratch.write("secret", to: "target")
        unsafe symlink("target", scratch.path("link"))
        unsafe symlink("/dev/zero", scratch.path("zero"))
        unsafe mkdir(scratch.path("directory"), 0o700)
        expectErrno(errno) { _ = try directory.readFile(name, limit: 1000) }
        expectErrno(errno) { _ = try FileContents(ofPath: scratch.path(name), limit: 1000, followingLinks: false) }
    }

    @Test func `a FIFO and a device are refused at once`() throws {
        let made = unsafe mkfifo(scratch.path("fifo"), 0o600)
        #expect(made == 0)
        expectErrno(EINVAL) { _ = try directory.readFile("fifo", limit: 1000) }
        expectErrno(EINVAL) { _ = try FileContents(ofPath: "/dev/zero", limit: 1000, followingLinks: true) }
    }

    @Test func `links are followed where the path is trusted`() throws {
        try scratch.write("text", to: "target")
        unsafe symlink("target", scratch.path("link"))
        let contents = try FileContents(ofPath: scratch.path("link"), limit: 1000, followingLinks: true)
        #expect(contents.bytes == Array("text".utf8))
    }

    @Test(arguments: ["../outside", "sub/../../outside", "/etc/passwd"])
    func `nothing outside is reached`(path: String) throws {
        unsafe mkdir(scratch.path("sub"), 0o700)
        expectErrno(EXDEV) { _ = try directory.openFile(path) }
    }

    @Test func `a directory on the way that is a link is refused`() throws {
        unsafe mkdir(scratch.path("real"), 0o700)
        try scratch.write("text", to: "real/file")
        unsafe symlink("real", scratch.path("linked"))
        #expect(try directory.readFile("real/file", limit: 10).bytes.count == 4)
        expectErrno(ELOOP) { _ = try directory.readFile("linked/file", limit: 10) }
        expectErrno(ELOOP) { _ = try directory.subdirectory("linked") }
    }

    @Test(arguments: ["", ".", "..", "a/b", "/a", "a\0b"])
    func `a name is one component`(name: String) throws {
        try scratch.write("text", to: "a")
        expectErrno(EINVAL) { _ = try directory.status(of: name) }
        expectErrno(EINVAL) { _ = try directory.createFile(name, mode: 0o600) }
        expectErrno(EINVAL) { _ = try directory.removeFile(name) }
        expectErrno(EINVAL) { try directory.rename("a", to: name) }
        expectErrno(EINVAL) { try directory.link("a", as: name) }
        #expect(try directory.list().names == ["a"])
    }

    @Test func `names are listed in the order of their bytes, odd ones apart`() throws {
        for name in ["b", "a", "Z", "ä"] { try scratch.write("", to: name) }
        let oddPath = "\(scratch.path)/x".utf8.map { CChar(bitPattern: $0) } + [CChar(bitPattern: 0xff), 0]
        let odd = unsafe open(oddPath, O_CREAT, 0o600)
        #expect(close(odd) == 0)
        let listing = try directory.list()
        #expect(listing.names == ["Z", "a", "b", "ä"])
        #expect(listing.undecodable == ["x\u{fffd}"])
        #expect(try directory.list() == listing)
    }

    @Test func `a subdirectory is made once and opened ever after`() throws {
        do {
            let made = try directory.makeSubdirectory("sub", mode: 0o750)
            _ = try made.createFile("file", mode: 0o640)
        }
        #expect(try directory.status(of: "sub")?.permissions == 0o750)
        let again = try directory.makeSubdirectory("sub", mode: 0o700)
        #expect(try again.list().names == ["file"])
        expectErrno(ENOTEMPTY) { _ = try directory.removeSubdirectory("sub") }
        try scratch.write("", to: "plain")
        expectErrno(ENOTDIR) { _ = try directory.makeSubdirectory("plain", mode: 0o700) }
    }

    @Test func `removing says whether there was something`() throws {
        try scratch.write("", to: "file")
        #expect(try directory.removeFile("file"))
        #expect(try directory.removeFile("file") == false)
        #expect(try directory.status(of: "file") == nil)
    }

    @Test func `a second process's lock is refused until the first is gone`() throws {
        do {
            guard let first = try FileLock("lock", in: directory.directory) else { throw Unexpected.nothing }
            let second = try FileLock("lock", in: directory.directory)
            if second != nil { throw Unexpected.something }
            end(first)
        }
        guard try FileLock("lock", in: directory.directory) != nil else { throw Unexpected.nothing }
        #expect(try directory.status(of: "lock")?.permissions == 0o600)
    }
}
