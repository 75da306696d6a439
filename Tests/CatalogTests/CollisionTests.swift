import Catalog
import CatalogBuilder
import Testing

@Suite struct CollisionTests {
    private static func slot(of key: String, seed: UInt64, mask: Int) -> Int {
        var key = key
        let hash = key.withUTF8 { unsafe KeyHash(seed: seed)(UnsafeRawBufferPointer($0)) }
        return Int(UInt32(truncatingIfNeeded: hash)) & mask
    }

    @Test func `keys made to collide under the first seed are found under another`() throws {
        // 200 keys want the same one of 512 slots.
        let mask = 511
        let keys = (0...).lazy.map { "key \($0)" }.filter { Self.slot(of: $0, seed: 1, mask: mask) == 7 }.prefix(200)
        let messages = keys.map { Message(key: $0, text: $0) }
        let file = try DamagedFile(messages)
        #expect(try file.size(of: .keySlots) / CatalogFormat.slotSize == mask + 1)
        #expect(file.number(at: 24) != 1)
        #expect(file.number(at: 32) <= 32)
        try withCatalog(file.bytes) { catalog in
            for message in messages {
                #expect(catalog.lookup(message.key)?.text.string == message.text)
            }
            try catalog.validate()
        }
    }

    @Test func `a lookup ends after the longest probe, however full the slots`() throws {
        var file = try DamagedFile((0..<40).map { Message(key: "key \($0)", text: "") })
        let slots = try file.offset(of: .keySlots)
        let size = try file.size(of: .keySlots)
        // Every slot names the first entry under a fingerprint that no key has.
        for offset in stride(from: slots, to: slots + size, by: 8) {
            file.set(0, at: offset)
            file.set(1, at: offset + 4)
        }
        file.set(64, at: 32)
        try withCatalog(file.bytes) { catalog in
            #expect(catalog.lookup("key 1") == nil)
            #expect(catalog.lookup("missing") == nil)
            #expect(throws: CatalogError.self) { try catalog.validate() }
        }
    }

    @Test func `a key in the last slot of its longest probe is found, one behind it is not`() throws {
        let file = try DamagedFile([Message(key: "k", text: "t")] + (0..<31).map { Message(key: "\($0)", text: "") })
        let slots = try file.offset(of: .keySlots)
        let count = try file.size(of: .keySlots) / 8
        let seed = UInt64(file.number(at: 24))
        let first = Self.slot(of: "k", seed: seed, mask: count - 1)
        let own = try #require((0..<count).first { file.number(at: slots + $0 * 8 + 4) == 32 })
        let fingerprint = file.number(at: slots + own * 8)
        for (distance, isFound) in [(0, true), (4, true), (5, false)] {
            var moved = file
            for slot in 0..<count {
                moved.set(1, at: slots + slot * 8)
                moved.set(1, at: slots + slot * 8 + 4)
            }
            let place = (first + distance) & (count - 1)
            moved.set(fingerprint, at: slots + place * 8)
            moved.set(32, at: slots + place * 8 + 4)
            moved.set(5, at: 32)
            try withCatalog(moved.bytes) { catalog in
                #expect((catalog.lookup("k")?.text.string == "t") == isFound, "distance \(distance)")
            }
        }
    }

    // A catalog of today is read for ever: these numbers may not change.
    @Test(
        arguments: [
            (1, 4_304_516_197_515_116_670), (3, 9_299_587_375_200_364_482), (4, 15_146_563_276_456_426_786),
            (7, 15_793_064_014_525_276_705), (8, 16_465_117_071_359_031_418), (15, 1_046_709_723_047_870_317),
            (16, 7_403_229_846_598_351_712), (17, 4_392_329_269_822_251_876), (33, 6_555_483_707_270_842_787),
            (77, 16_378_937_052_401_242_607),
        ] as [(Int, UInt64)])
    func `the hash of a key is the one of version 1`(size: Int, hash: UInt64) {
        let key = (0..<size).map { UInt8($0) }
        #expect(unsafe key.withUnsafeBytes { unsafe KeyHash(seed: 1)($0) } == hash)
    }

    @Test(
        arguments: [
            (0, 8_556_419_021_807_156_688), (1, 780_744_805_879_220_912), (8, 14_734_257_371_595_467_923),
            (31, 9_835_748_372_672_431_756), (32, 9_700_010_700_270_980_300), (33, 4_660_499_168_066_471_336),
            (77, 1_016_210_079_110_915_276),
        ] as [(Int, UInt64)])
    func `the checksum is the one of version 1`(size: Int, checksum: UInt64) {
        let bytes = (0..<size).map { UInt8($0) }
        #expect(unsafe bytes.withUnsafeBytes { unsafe Checksum.of($0) } == checksum)
    }
}
