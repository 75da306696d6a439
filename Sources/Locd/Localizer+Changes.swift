extension Localizer {
    /// What an event loop has to watch for reading, so that it calls `process()`: one descriptor, valid as long as the
    /// localizer is, and shared by all localizers of the application. It is never to be read or closed.
    ///
    /// Connects first, if nothing has been looked up yet, but does not wait for the daemon.
    ///
    /// Errors: `unreachable` when the system has no more descriptors.
    public func descriptor() throws(LocdError) -> Int32 {
        try connection.descriptor()
    }

    /// Takes in what has come: for event loops, when the descriptor is readable, and for those who poll. Never waits.
    ///
    /// - Returns: the change since the last call, the newest if there were several; nil when there was none. Whatever is
    ///   read afterwards is of the new language.
    @discardableResult
    public func process() -> Change? {
        connection.process()
    }

    /// Each change of language or texts from now on. Whatever is read after receiving one is of the new language.
    ///
    /// Of several changes that come faster than they are received only the newest is. While anybody iterates, one thread
    /// waits for changes; it ends with the last iteration.
    public var changes: Changes {
        Changes(connection: connection)
    }

    /// The changes of a localizer, as a sequence that does not end by itself.
    public struct Changes: AsyncSequence, Sendable {
        let connection: Connection

        /// Starts to listen: changes from now on are received.
        public func makeAsyncIterator() -> Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(1))
            guard let listener = connection.addListener({ continuation.yield($0) }) else {
                // No thread or descriptor can be had, so there will be no change.
                continuation.finish()
                return Iterator(base: stream.makeAsyncIterator())
            }
            let connection = connection
            continuation.onTermination = { _ in connection.removeListener(listener) }
            return Iterator(base: stream.makeAsyncIterator())
        }

        /// One iteration over the changes.
        public struct Iterator: AsyncIteratorProtocol {
            var base: AsyncStream<Change>.Iterator

            /// The next change; nil when the task was cancelled, or when the system could not give what waiting needs.
            public mutating func next() async -> Change? {
                await next(isolation: nil)
            }

            /// The next change, received where the caller is isolated to; nil as for `next()`.
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Change? {
                await base.next(isolation: actor)
            }
        }
    }

    /// Why the daemon is not followed at present; nil when it is, or when nothing has been looked up yet.
    public var problem: LocdError? {
        connection.problem
    }
}
