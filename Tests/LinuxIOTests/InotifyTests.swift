import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct InotifyTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `what happens in a directory is told with its name`() throws {
        let inotify = try Inotify()
        let watch = try inotify.watch(path: scratch.path)
        #expect(try inotify.watch(path: scratch.path) == watch)
        #expect(try inotify.read().events == [])
        try scratch.write("x", to: "file")
        unsafe chmod(scratch.path("file"), 0o640)
        unsafe rename(scratch.path("file"), scratch.path("other"))
        unsafe unlink(scratch.path("other"))
        let events = try inotify.read().events
        let expected: [(String, Inotify.Change)] = [
            ("file", .appeared), ("file", .written), ("file", .attributes), ("file", .vanished), ("other", .appeared),
            ("other", .vanished),
        ]
        #expect(events == expected.map { Inotify.Event(watch: watch, name: $0.0, change: $0.1) })
        #expect(try inotify.descriptor.wait(for: .readable, timeout: .zero) == false)
    }

    @Test func `a directory that goes away ends its watch`() throws {
        let inotify = try Inotify()
        unsafe mkdir(scratch.path("sub"), 0o700)
        let watch = try inotify.watch(path: scratch.path("sub"))
        unsafe rmdir(scratch.path("sub"))
        let events = try inotify.read().events
        #expect(events.contains(Inotify.Event(watch: watch, name: nil, change: .ended)))
        inotify.remove(watch)
    }

    @Test func `a watch that was removed tells nothing more`() throws {
        let inotify = try Inotify()
        let watch = try inotify.watch(path: scratch.path)
        inotify.remove(watch)
        try scratch.write("x", to: "file")
        #expect(try inotify.read().events == [Inotify.Event(watch: watch, name: nil, change: .ended)])
    }

    @Test func `lost events are reported`() throws {
        let limit = try FileContents(
            ofPath: "/proc/sys/fs/inotify/max_queued_events", limit: 100, followingLinks: true)
        let count = try #require(Int(String(decoding: limit.bytes.dropLast(), as: UTF8.self)))
        let inotify = try Inotify()
        _ = try inotify.watch(path: scratch.path)
        try scratch.write("", to: "a")
        try scratch.write("", to: "b")
        // Equal neighbours are merged by the kernel, so two names take turns.
        for _ in 0..<count / 2 + 1 {
            unsafe chmod(scratch.path("a"), 0o600)
            unsafe chmod(scratch.path("b"), 0o600)
        }
        let batch = try inotify.read()
        #expect(batch.overflowed)
        #expect(batch.events.count == count)
    }

    @Test func `only directories are watched`() throws {
        let inotify = try Inotify()
        try scratch.write("", to: "file")
        expectErrno(ENOTDIR) { _ = try inotify.watch(path: scratch.path("file")) }
        expectErrno(ENOENT) { _ = try inotify.watch(path: scratch.path("absent")) }
    }
}
