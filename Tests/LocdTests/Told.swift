import LinuxIO

@testable import Locd

/// What a handler was told, from whichever thread.
final class Told: Sendable {
    private let list = Lock<[MissingKey]>([])

    var keys: [MissingKey] { list.withLock { $0 } }

    func append(_ key: MissingKey) {
        list.withLock { $0.append(key) }
    }
}
