import CLinux

/// Waits for many descriptors at once, level-triggered: `epoll(7)`.
package struct Epoll: ~Copyable, Sendable {
    /// What a descriptor is ready for, or watched for.
    package struct Readiness: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// There is something to read, or the end: EPOLLIN.
        package static let readable = Readiness(rawValue: UInt32(CLINUX_EPOLL_IN))
        /// There is room to write: EPOLLOUT.
        package static let writable = Readiness(rawValue: UInt32(CLINUX_EPOLL_OUT))
        /// The peer will send nothing more: EPOLLRDHUP.
        package static let peerClosed = Readiness(rawValue: UInt32(CLINUX_EPOLL_RDHUP))
        /// An error is pending; always watched: EPOLLERR.
        package static let failed = Readiness(rawValue: UInt32(CLINUX_EPOLL_ERR))
        /// Both directions are closed; always watched: EPOLLHUP.
        package static let hungUp = Readiness(rawValue: UInt32(CLINUX_EPOLL_HUP))
    }

    /// One descriptor that is ready.
    package struct Event: Hashable, Sendable {
        /// What the descriptor was added with.
        package let token: UInt64
        package let readiness: Readiness

        package init(token: UInt64, readiness: Readiness) {
            self.token = token
            self.readiness = readiness
        }
    }

    /// The most events that one `wait` gives.
    package static let batch = CLINUX_EPOLL_BATCH

    /// The epoll's own descriptor: readable while any descriptor in it is ready, so it nests in another loop.
    package let descriptor: FileDescriptor

    /// An empty set: `epoll_create1(2)`.
    package init() throws(SystemError) {
        descriptor = FileDescriptor(owning: try retrying("epoll_create1", "") { clinux_epoll_create() })
    }

    /// Watches a descriptor: `epoll_ctl(2)` EPOLL_CTL_ADD. `token` comes back with each of its events.
    package func add(_ watched: borrowing FileDescriptor, for interest: Readiness, token: UInt64) throws(SystemError) {
        let number = watched.rawValue
        try retrying("epoll_ctl", "add \(number)") {
            clinux_epoll_add(descriptor.rawValue, number, interest.rawValue, token)
        }
    }

    /// Watches for something else from now on: `epoll_ctl(2)` EPOLL_CTL_MOD.
    package func modify(
        _ watched: borrowing FileDescriptor, for interest: Readiness, token: UInt64
    ) throws(SystemError) {
        let number = watched.rawValue
        try retrying("epoll_ctl", "modify \(number)") {
            clinux_epoll_modify(descriptor.rawValue, number, interest.rawValue, token)
        }
    }

    /// Stops watching: `epoll_ctl(2)` EPOLL_CTL_DEL. Do it before closing: a duplicate of the descriptor that lives
    /// on elsewhere, in another process even, would go on reporting.
    package func remove(_ watched: borrowing FileDescriptor) throws(SystemError) {
        let number = watched.rawValue
        try retrying("epoll_ctl", "remove \(number)") { clinux_epoll_remove(descriptor.rawValue, number) }
    }

    /// Replaces the content of `events` by at most `limit` (64 at the most) events that are ready: `epoll_wait(2)`.
    ///
    /// A nil `timeout` waits for the first event, zero does not wait; others are rounded up to whole milliseconds.
    package func wait(
        into events: inout [Event], limit: Int = Epoll.batch, timeout: Duration? = .zero
    ) throws(SystemError) {
        events.removeAll(keepingCapacity: true)
        try unsafe withUnsafeTemporaryAllocation(of: clinux_epoll_event.self, capacity: Epoll.batch) {
            ready throws(SystemError) in
            let count = try retrying("epoll_wait", "") {
                unsafe clinux_epoll_wait(
                    descriptor.rawValue, ready.baseAddress, Int32(min(limit, Epoll.batch)), milliseconds(timeout))
            }
            for index in 0..<Int(count) {
                let event = unsafe ready[index]
                events.append(Event(token: event.token, readiness: Readiness(rawValue: event.events)))
            }
        }
    }
}

/// A timeout as poll(2) and epoll_wait(2) take it: -1 for none, rounded up so that a wait never ends early.
func milliseconds(_ timeout: Duration?) -> Int32 {
    guard let timeout else { return -1 }
    let (seconds, attoseconds) = timeout.components
    if seconds < 0 || attoseconds < 0 { return 0 }
    if seconds >= Int64(Int32.max) / 1000 { return Int32.max }
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
}
