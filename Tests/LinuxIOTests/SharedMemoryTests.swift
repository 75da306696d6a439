import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct SharedMemoryTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `a sealed memory file cannot be changed by anyone who has it`() throws {
        let file = try Memfd.sealed(name: "catalog", contents: [1, 2, 3, 4].span)
        let number = file.rawValue
        let seals = try Memfd.seals(of: file)
        #expect(seals.isSuperset(of: [.unchangeable, .noFutureWriting, .sealed]))

        #expect(ftruncate(number, 0) == -1 && errno == EPERM)
        #expect(ftruncate(number, 100) == -1 && errno == EPERM)
        let written = unsafe pwrite(number, "x", 1, 0)
        #expect(written == -1 && errno == EPERM)
        let mapped = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0)
        let isRefused = unsafe mapped == MAP_FAILED
        #expect(isRefused && errno == EPERM)

        let mapping = try Mapping(file, limit: 4, detail: "catalog")
        #expect(mapping.withBytes { span in span.indices.map { span[$0] } } == [1, 2, 3, 4])
    }

    @Test func `a file on a disk has no seals to trust`() throws {
        try scratch.write("text", to: "file")
        let directory = try Directory(path: scratch.path)
        let file = try directory.openFile("file")
        // tmpfs files can be asked and answer that only sealing is sealed; others refuse.
        let seals = (try? Memfd.seals(of: file)) ?? []
        #expect(!seals.isSuperset(of: .unchangeable))
    }

    @Test func `a mapping outlives the name and the descriptor of its file`() throws {
        try scratch.write("hello", to: "file")
        let directory = try Directory(path: scratch.path)
        let mapping = try Mapping(try directory.openFile("file"), limit: 100, detail: "file")
        #expect(try directory.removeFile("file"))
        #expect(mapping.count == 5)
        #expect(mapping.withBytes { $0[4] } == UInt8(ascii: "o"))
    }

    @Test func `an empty or too large file is not mapped`() throws {
        let directory = try Directory(path: scratch.path)
        try scratch.write("", to: "empty")
        try scratch.write("12345", to: "large")
        expectErrno(EINVAL) { _ = try Mapping(try directory.openFile("empty"), limit: 10, detail: "empty") }
        expectErrno(EFBIG) { _ = try Mapping(try directory.openFile("large"), limit: 4, detail: "large") }
    }

    @Test func `a word written is a word read, in one process and after a restart`() throws {
        let directory = try Directory(path: scratch.path)
        let reader: SharedWord.Reader
        do {
            let writer = try SharedWord.Writer("0", in: directory, mode: 0o600)
            #expect(writer.load() == 0)
            reader = try SharedWord.Reader(try writer.readOnlyDescriptor())
            #expect(reader.load() == 0)
            writer.store(UInt64.max - 1)
            #expect(reader.load() == UInt64.max - 1)
        }
        let writer = try SharedWord.Writer("0", in: directory, mode: 0o600)
        #expect(writer.load() == UInt64.max - 1)
        writer.store(5)
        #expect(reader.load() == 5)
        #expect(try directory.status(of: "0")?.size == SharedWord.fileSize)
    }

    @Test func `whoever is handed the word cannot write it`() throws {
        let directory = try Directory(path: scratch.path)
        let writer = try SharedWord.Writer("0", in: directory, mode: 0o600)
        let descriptor = try writer.readOnlyDescriptor()
        let number = descriptor.rawValue
        let mapped = unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0)
        let isRefused = unsafe mapped == MAP_FAILED
        #expect(isRefused && errno == EACCES)
        #expect(ftruncate(number, 0) == -1 && errno == EINVAL)
    }

    @Test func `a file of the wrong size is no word`() throws {
        let directory = try Directory(path: scratch.path)
        try scratch.write("short", to: "0")
        expectErrno(EINVAL) { _ = try SharedWord.Reader(try directory.openFile("0")) }
    }
}
