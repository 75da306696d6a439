// Keys are placed by open addressing, at most half of the slots being used. The seeds 1, 2, 3, … are tried until no
// key lies further than `wantedProbe` slots from its first one; when sixteen seeds fail, with twice the slots. So a
// set of keys that was made to collide under one seed does not under the next, and one that collides under all is
// refused here instead of slowing lookups.

import Catalog

/// The slots of a catalog's keys.
struct SlotTable {
    private static let wantedProbe = 32
    private static let seedsPerSize: UInt64 = 16
    private static let doublings = 2

    let seed: UInt64
    /// Number of slots that a lookup may have to look at.
    let longestProbe: Int
    /// The section's bytes.
    let bytes: [UInt8]

    /// Nil when the keys collide under every seed.
    init?(_ keys: SortedKeys) {
        var slotCount = 1
        while slotCount < keys.order.count * 2 { slotCount *= 2 }
        for attempt in 0...UInt64(Self.doublings) {
            for seed in 1...Self.seedsPerSize {
                let seed = attempt * Self.seedsPerSize + seed
                guard let (slots, longestProbe) = Self.place(keys, slotCount: slotCount, seed: seed) else { continue }
                self.seed = seed
                self.longestProbe = longestProbe
                var bytes: [UInt8] = []
                bytes.reserveCapacity(slots.count * CatalogFormat.slotSize)
                for slot in slots {
                    bytes.append(littleEndian: slot)
                }
                self.bytes = bytes
                return
            }
            slotCount *= 2
        }
        return nil
    }

    private static func place(
        _ keys: SortedKeys, slotCount: Int, seed: UInt64
    ) -> (slots: [UInt64], longestProbe: Int)? {
        let hash = KeyHash(seed: seed)
        var slots = [UInt64](repeating: 0, count: slotCount)
        var longestProbe = 1
        var entry: UInt64 = 0
        unsafe keys.forEach { key in
            guard longestProbe <= wantedProbe else { return }
            let value = unsafe hash(key)
            entry += 1
            var index = Int(UInt32(truncatingIfNeeded: value)) & (slotCount - 1)
            var probe = 1
            while slots[index] != 0 {
                index = (index + 1) & (slotCount - 1)
                probe += 1
            }
            slots[index] = entry << 32 | value >> 32
            longestProbe = max(longestProbe, probe)
        }
        return longestProbe <= wantedProbe ? (slots, longestProbe) : nil
    }
}
