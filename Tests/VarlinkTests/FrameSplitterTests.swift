import Testing
import Varlink

/// Feeds a stream in portions and takes out frames after each.
private func frames(_ stream: [UInt8], portions: Int, limit: Int = 1000) throws -> [[UInt8]] {
    var splitter = FrameSplitter(maximumBytes: limit)
    var frames: [[UInt8]] = []
    for start in stride(from: 0, to: stream.count, by: portions) {
        splitter.append(stream[start..<min(start + portions, stream.count)].span)
        while let frame = try splitter.next() { frames.append(frame) }
    }
    return frames
}

struct FrameSplitterTests {
    private let stream = Array("{}\0{\"a\":1}\0\0 \0last\0rest".utf8)

    @Test("The same frames come out however the stream is cut", arguments: 1...24)
    func everyPortion(_ portions: Int) throws {
        let expected = ["{}", "{\"a\":1}", "", " ", "last"].map { Array($0.utf8) }
        #expect(try frames(stream, portions: portions) == expected)
    }

    @Test("Two frames cut in two at any byte come out whole")
    func everyCut() throws {
        let both = Array("{\"one\":1}\0{\"two\":2}\0".utf8)
        for cut in 0...both.count {
            var splitter = FrameSplitter(maximumBytes: 100)
            var found: [[UInt8]] = []
            for part in [both[..<cut], both[cut...]] {
                splitter.append(part.span)
                while let frame = try splitter.next() { found.append(frame) }
            }
            #expect(found == [Array("{\"one\":1}".utf8), Array("{\"two\":2}".utf8)])
            #expect(splitter.bufferedBytes == 0)
            #expect(splitter.nextStart == both.count)
        }
    }

    @Test("A frame of the limit is accepted, one byte more is not, terminated or not")
    func limit() throws {
        let limit = 10
        let fits = [UInt8](repeating: 0x20, count: limit)
        #expect(try frames(fits + [0], portions: 3, limit: limit) == [fits])
        for end in [[0x20, 0], [0x20]] as [[UInt8]] {
            for portions in [1, 4, 100] {
                #expect(throws: FrameSplitter.FrameTooLarge(maximumBytes: limit)) {
                    try frames(fits + end, portions: portions, limit: limit)
                }
            }
        }
    }

    @Test("Frames before one that is too large still come out")
    func goodBeforeBad() throws {
        var splitter = FrameSplitter(maximumBytes: 4)
        splitter.append(Array("ok\0toolong\0".utf8).span)
        #expect(try splitter.next() == Array("ok".utf8))
        #expect(throws: FrameSplitter.FrameTooLarge.self) { try splitter.next() }
    }

    @Test("A thousand frames in one portion come out in order")
    func manyInOne() throws {
        let all = (0..<1000).map { Array("{\"n\":\($0)}".utf8) }
        #expect(try frames(all.flatMap { $0 + [0] }, portions: .max >> 1) == all)
    }
}
