import LinuxIO
import TestSupport
import Testing

@Suite struct FileStatusTests {
    @Test func `A path tells what is there, links followed or not, and nil for nothing`() throws {
        let scratch = try ScratchDirectory()
        try scratch.write("abc", to: "file")
        try scratch.makeLink("link", to: "file")
        let listener = try UnixListener.bind(to: scratch.path("socket"), mode: 0o600)
        #expect(try FileStatus(ofPath: scratch.path("file"), followingLinks: false)?.size == 3)
        #expect(try FileStatus(ofPath: scratch.path("link"), followingLinks: false)?.kind == .symbolicLink)
        #expect(try FileStatus(ofPath: scratch.path("link"), followingLinks: true)?.kind == .regular)
        #expect(try FileStatus(ofPath: scratch.path("socket"), followingLinks: true)?.kind == .socket)
        #expect(try FileStatus(ofPath: scratch.path("absent"), followingLinks: true) == nil)
        #expect(throws: SystemError.self) { try FileStatus(ofPath: scratch.path("file/x"), followingLinks: true) }
        _ = listener
    }

    @Test func `A file system tells its room and whether it can be written`() throws {
        let scratch = try ScratchDirectory()
        #expect(try !FileSystemStatus(ofPath: scratch.path).isReadOnly)
        #expect(try FileSystemStatus(ofPath: scratch.path).availableBytes > 0)
        #expect(throws: SystemError.self) { try FileSystemStatus(ofPath: scratch.path("absent")) }
    }
}
