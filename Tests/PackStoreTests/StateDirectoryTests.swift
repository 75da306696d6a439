import Glibc
import LinuxIO
import PackStore
import TestSupport
import Testing

@Suite struct StateDirectoryTests {
    let scratch: ScratchDirectory
    var path: String { scratch.path("state") }

    init() throws { scratch = try ScratchDirectory() }

    @Test func `the directory is made for its owner alone`() throws {
        let state = try StateDirectory(path: path, generationFloor: 0)
        #expect(try scratch.open().status(of: "state")?.permissions == 0o700)
        #expect(state.isInPlace)
        #expect(state.generation.problem == nil)
    }

    @Test func `a second daemon is refused, the next one after the first is not`() throws {
        do {
            let first = try StateDirectory(path: path, generationFloor: 0)
            let error = #expect(throws: PackStoreError.self) {
                _ = try StateDirectory(path: path, generationFloor: 0)
            }
            #expect(error?.code == .inUse)
            #expect(error?.message.contains(path) == true)
            withExtendedLifetime(first) {}
        }
        _ = try StateDirectory(path: path, generationFloor: 0)
    }

    @Test(arguments: [0o777, 0o720] as [UInt32])
    func `a directory that others may write is refused`(mode: UInt32) throws {
        try scratch.makeDirectory("state")
        try scratch.setMode("state", mode)
        let error = #expect(throws: PackStoreError.self) { _ = try StateDirectory(path: path, generationFloor: 0) }
        #expect(error?.code == .untrusted)
    }

    @Test(.enabled(if: getuid() == 0, "giving files away needs root"))
    func `a stranger's directory is refused`() throws {
        try scratch.makeDirectory("state")
        try scratch.setOwner("state", 12345)
        let error = #expect(throws: PackStoreError.self) { _ = try StateDirectory(path: path, generationFloor: 0) }
        #expect(error?.code == .untrusted)
    }

    @Test func `temporaries of a crash are swept`() throws {
        try scratch.makeDirectory("state", mode: 0o700)
        try scratch.write("half", to: "state/.locd-tmp-0123")
        _ = try StateDirectory(path: path, generationFloor: 0)
        #expect(try scratch.names(in: "state") == ["generation.json", "lock"])
    }

    @Test func `a directory that was removed or replaced is noticed`() throws {
        let state = try StateDirectory(path: path, generationFloor: 0)
        scratch.remove("state")
        #expect(!state.isInPlace)
        try scratch.makeDirectory("state")
        #expect(!state.isInPlace)
        let again = try StateDirectory(path: path, generationFloor: state.generation.last)
        try again.settings.store(SettingsRecord(own: StoredPreference(languages: ["en"])), for: .system)
        #expect(again.isInPlace)
    }
}

@Suite struct GenerationCounterTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    func counter(floor: Int64 = 0) throws -> GenerationCounter {
        try GenerationCounter(in: try scratch.open(), floor: floor)
    }

    @Test func `numbers begin at one and grow by one`() throws {
        let counter = try counter()
        #expect(counter.last == 0)
        #expect(try [counter.next(), counter.next(), counter.next()] == [1, 2, 3])
        #expect(counter.last == 3)
    }

    @Test func `a restart goes on above everything that was given out`() throws {
        var last: Int64 = 0
        for _ in 0..<5 {
            let counter = try counter()
            for _ in 0..<3 {
                let number = try counter.next()
                #expect(number > last)
                last = number
            }
        }
        #expect(last <= 5 * GenerationCounter.block)
    }

    @Test func `a block that is used up is followed by the next, durably`() throws {
        let first = try counter()
        let numbers = try (0...2 * GenerationCounter.block).map { _ in try first.next() }
        #expect(numbers == Array(1...(2 * GenerationCounter.block + 1)))
        #expect(try counter().next() > 2 * GenerationCounter.block + 1)
    }

    @Test func `half a block before the end it asks for more, and then has it`() throws {
        let counter = try counter()
        #expect(!counter.isLow)
        while !counter.isLow { _ = try counter.next() }
        #expect(counter.last == GenerationCounter.block / 2)
        try counter.reserve()
        #expect(!counter.isLow)
    }

    @Test func `between reservations nothing is written`() throws {
        let counter = try counter()
        let before = try scratch.open().status(of: "generation.json")
        for _ in 0..<100 { _ = try counter.next() }
        #expect(try scratch.open().status(of: "generation.json") == before)
    }

    @Test func `without a file numbers go on above the floor`() throws {
        #expect(try counter(floor: 500).next() == 501)
        scratch.remove("generation.json")
        #expect(try counter(floor: 1_000_000).next() == 1_000_001)
        #expect(try counter(floor: 5).next() > 1_000_001)
    }

    @Test(arguments: ["", "{", "{\"format\": 1, \"bound\": -5}", "{\"format\": 2, \"bound\": 5}", "{\"bound\": 1.5}"])
    func `a damaged file is set aside, and numbers go on far above`(text: String) throws {
        let last = try counter().next()
        try scratch.write(text, to: "generation.json")
        let counter = try counter()
        #expect(counter.problem?.path == scratch.path("generation.json"))
        #expect(try counter.next() > max(last, 1_700_000_000_000_000))
        #expect(try scratch.read("generation.json.bad-1") == text)
    }

    @Test func `a flipped bit is damage`() throws {
        _ = try counter()
        let text = try scratch.read("generation.json")
        try scratch.write(text.replacing("4096", with: "4097"), to: "generation.json")
        #expect(try counter().problem != nil)
    }

    @Test func `a number that cannot be made durable is not given out`() throws {
        let counter = try counter()
        while counter.last < GenerationCounter.block { _ = try counter.next() }
        scratch.remove(".")
        #expect(throws: PackStoreError.self) { _ = try counter.next() }
        #expect(counter.last == GenerationCounter.block)
    }
}
