import LinuxIO
import Testing

@Suite struct `A timer that a loop waits for` {
    @Test func `becomes readable at its moment and not before`() throws {
        let timer = try TimerFD()
        let moment = BoottimeClock.now.advanced(by: .milliseconds(20))
        try timer.set(to: moment)
        #expect(try timer.descriptor.wait(for: .readable, timeout: .seconds(5)))
        #expect(BoottimeClock.now >= moment)
    }

    @Test func `is readable at once for a moment that has passed`() throws {
        let timer = try TimerFD()
        try timer.set(to: BoottimeInstant(nanoseconds: 0))
        #expect(try timer.descriptor.wait(for: .readable, timeout: .seconds(5)))
    }

    @Test func `is silent once its moment is taken away`() throws {
        let timer = try TimerFD()
        try timer.set(to: BoottimeInstant(nanoseconds: 0))
        try timer.set(to: nil)
        #expect(try !timer.descriptor.wait(for: .readable, timeout: .zero))
    }
}

@Suite struct `A lock that is only tried` {
    @Test func `runs the body when nobody holds it, and answers nil when somebody does`() {
        let lock = Lock(1)
        let outer: Int? = lock.withLockIfAvailable { value in
            value += 1
            return value
        }
        #expect(outer == 2)
        let inner = lock.withLock { _ in lock.withLockIfAvailable { $0 } }
        #expect(inner == nil)
    }
}
