import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct DurableFileTests {
    let scratch: ScratchDirectory
    let directory: SharedDirectory

    init() throws {
        scratch = try ScratchDirectory()
        directory = SharedDirectory(try Directory(path: scratch.path))
    }

    func replace(_ name: String, with text: String, previous: String? = nil) throws {
        try DurableFile.replace(
            name, in: directory.directory, with: Array(text.utf8).span, mode: 0o640, keepingPreviousAs: previous)
    }

    @Test func `a file is created and replaced, with its mode and nothing beside it`() throws {
        try replace("state", with: "old")
        #expect(try directory.text("state") == "old")
        try replace("state", with: "new")
        #expect(try directory.text("state") == "new")
        #expect(try directory.status(of: "state")?.permissions == 0o640)
        #expect(try directory.list().names == ["state"])
    }

    @Test func `the previous content stays under its own name`() throws {
        try replace("state", with: "1", previous: "state.prev")
        #expect(try directory.list().names == ["state"])
        for (new, old) in [("2", "1"), ("3", "2")] {
            try replace("state", with: new, previous: "state.prev")
            #expect(try directory.text("state") == new)
            #expect(try directory.text("state.prev") == old)
            #expect(try directory.list().names == ["state", "state.prev"])
        }
    }

    @Test func `a crash between keeping the previous file and replacing it does no harm`() throws {
        try scratch.write("1", to: "state")
        try directory.link("state", as: "state.prev")
        try replace("state", with: "2", previous: "state.prev")
        #expect(try directory.text("state") == "2")
        #expect(try directory.text("state.prev") == "1")
        #expect(try directory.list().names == ["state", "state.prev"])
    }

    @Test func `a step that fails leaves the old file and no temporary`() throws {
        unsafe mkdir(scratch.path("state"), 0o700)
        try scratch.write("", to: "state/child")
        expectErrno(EISDIR) { try replace("state", with: "new") }
        #expect(try directory.list().names == ["state"])

        try scratch.write("old", to: "other")
        unsafe mkdir(scratch.path("other.prev"), 0o700)
        try scratch.write("", to: "other.prev/child")
        expectErrno(EISDIR) { try replace("other", with: "new", previous: "other.prev") }
        #expect(try directory.text("other") == "old")
        #expect(try directory.list().names == ["other", "other.prev", "state"])
    }

    @Test(.enabled(if: getuid() == 0, "mounting needs root"), arguments: ["size=64k", "nr_inodes=3"])
    func `a full disk leaves the old file and no temporary`(options: String) throws {
        let path = scratch.path("disk")
        unsafe mkdir(path, 0o700)
        try #require(unsafe mount("tmpfs", path, "tmpfs", 0, options) == 0)
        defer { unsafe umount(path) }
        let disk = SharedDirectory(try Directory(path: path))
        func fill(_ count: Int) throws {
            let bytes = [UInt8](repeating: 1, count: count)
            try DurableFile.replace("state", in: disk.directory, with: bytes.span, mode: 0o600)
        }
        try fill(10)
        if options.hasPrefix("size") {
            expectErrno(ENOSPC) { try fill(1 << 20) }
            expectErrno(ENOSPC) { try create("blob", in: disk, [UInt8](repeating: 1, count: 1 << 20)) }
        } else {
            try fill(11)
            _ = try disk.createFile("last", mode: 0o600)
            expectErrno(ENOSPC) { try fill(1) }
            expectErrno(ENOSPC) { try create("blob", in: disk, [1]) }
            #expect(try disk.removeFile("last"))
        }
        #expect(try disk.list().names == ["state"])
        try fill(12)
        #expect(try disk.readFile("state", limit: 100).bytes.count == 12)
    }

    @discardableResult
    func create(_ name: String, in directory: SharedDirectory, _ bytes: [UInt8]) throws -> Bool {
        try DurableFile.create(name, in: directory.directory, with: bytes.span, mode: 0o444)
    }

    @Test func `a file that never changes is created once`() throws {
        #expect(try create("blob", in: directory, [1, 2]))
        #expect(try create("blob", in: directory, [3]) == false)
        #expect(try directory.readFile("blob", limit: 10).bytes == [1, 2])
        let status = try #require(try directory.status(of: "blob"))
        #expect(status.permissions == 0o444)
        #expect(status.linkCount == 1)
        #expect(try directory.list().names == ["blob"])
    }

    @Test func `temporaries of a crash are swept, and only ours`() throws {
        try scratch.write("", to: ".locd-tmp-1")
        try scratch.write("", to: ".locd-tmp-2")
        try scratch.write("", to: ".other-tmp-1")
        unsafe mkdir(scratch.path(".locd-tmp-directory"), 0o700)
        unsafe symlink("x", scratch.path(".locd-tmp-link"))
        #expect(try DurableFile.removeTemporaries(in: directory.directory) == 2)
        #expect(try directory.list().names == [".locd-tmp-directory", ".locd-tmp-link", ".other-tmp-1"])
    }
}
