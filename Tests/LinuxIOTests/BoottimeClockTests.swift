import LinuxIO
import Testing

@Suite struct BoottimeClockTests {
    @Test func `time does not go back`() {
        let first = BoottimeClock.now
        let second = BoottimeClock.now
        #expect(second >= first)
        #expect(first.nanoseconds > 0)
    }

    @Test(
        arguments: [
            (10, Duration.nanoseconds(5), 15), (10, .nanoseconds(-5), 5), (10, .nanoseconds(-11), 0),
            (.max - 1, .seconds(1), .max), (0, .seconds(Int64.max), UInt64(Int64.max)),
        ] as [(UInt64, Duration, UInt64)])
    func `a moment moves as far as there is room`(start: UInt64, distance: Duration, result: UInt64) {
        #expect(BoottimeInstant(nanoseconds: start).advanced(by: distance) == BoottimeInstant(nanoseconds: result))
    }

    @Test func `the distance between moments has a direction`() {
        let early = BoottimeInstant(nanoseconds: 1)
        let late = BoottimeInstant(nanoseconds: 2_000_000_001)
        #expect(early.duration(to: late) == .seconds(2))
        #expect(late.duration(to: early) == .seconds(-2))
    }
}
