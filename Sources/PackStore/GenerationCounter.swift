import JSON
package import LinuxIO

/// Gives out generations: numbers that only grow, over restarts and power cuts too.
///
/// A file write for each would cost an fsync for each event. Instead the file holds a bound, durable before any number
/// up to it is given out, and a start goes on above the bound: at most `block` numbers are skipped, none comes twice.
/// When half of a block is used up, `isLow` asks for the next one to be reserved, which may happen on another thread.
///
/// Without a file (the first start, or somebody emptied the directory) numbers go on above the floor, which the caller
/// takes from what was handed out and can still be seen. A file that is damaged is set aside, and since nobody knows the
/// bound then, numbers go on above the microseconds since 1970, which are ahead of any counting.
package final class GenerationCounter: Sendable {
    /// How many numbers one write reserves.
    package static let block: Int64 = 4096

    private struct State {
        var last: Int64
        var bound: Int64
    }

    private static let name = "generation.json"
    private static let limits = JSONLimits(
        maximumBytes: 1024, maximumDepth: 1, maximumMembers: 8, maximumStringBytes: 128)

    private let directory: Directory
    private let state: Lock<State>
    /// One reservation at a time.
    private let reservation = Lock(())
    /// What could not be used of what was there.
    package let problem: StoreProblem?

    /// Goes on above everything that was given out from this directory, and above `floor`.
    package init(in directory: consuming Directory, floor: Int64) throws(PackStoreError) {
        var (bound, problem) = try GenerationCounter.storedBound(in: directory)
        let start = max(floor, bound ?? 0)
        let path = directory.path
        self.directory = directory
        state = Lock(State(last: start, bound: start))
        do throws(PackStoreError) {
            try GenerationCounter.write(bound: start + GenerationCounter.block, in: self.directory)
            state.withLock { $0.bound = start + GenerationCounter.block }
        } catch {
            // A full or read-only disk must not keep a machine from its language; `next` tries again.
            problem = problem ?? StoreProblem(path: "\(path)/\(GenerationCounter.name)", message: error.message)
        }
        self.problem = problem
    }

    /// The last number given out; where the counter started before the first.
    package var last: Int64 { state.withLock { $0.last } }

    /// Whether the next block should be reserved soon.
    package var isLow: Bool { state.withLock { $0.bound - $0.last <= GenerationCounter.block / 2 } }

    /// The next number. Only when nobody has followed `isLow` in time does this write to the disk itself.
    ///
    /// - Throws: `system` when it had to and could not.
    package func next() throws(PackStoreError) -> Int64 {
        while true {
            let number: Int64? = state.withLock { state in
                guard state.last < state.bound else { return nil }
                state.last += 1
                return state.last
            }
            if let number { return number }
            try reserve()
        }
    }

    /// Reserves the next block durably.
    package func reserve() throws(PackStoreError) {
        try reservation.withLock { _ throws(PackStoreError) in
            let bound = state.withLock { $0.bound } + GenerationCounter.block
            try GenerationCounter.write(bound: bound, in: directory)
            state.withLock { $0.bound = bound }
        }
    }

    private static func write(bound: Int64, in directory: borrowing Directory) throws(PackStoreError) {
        let bytes = ChecksummedFile.bytes { writer in
            writer.name("format")
            writer.integer(1)
            writer.name("bound")
            writer.integer(bound)
        }
        try calling { () throws(SystemError) in
            try DurableFile.replace(name, in: directory, with: bytes.span, mode: 0o600)
        }
    }

    /// The bound that the file holds, nil where there is none; in place of a damaged one, the time.
    private static func storedBound(
        in directory: borrowing Directory
    ) throws(PackStoreError) -> (bound: Int64?, problem: StoreProblem?) {
        let contents: FileContents
        do throws(SystemError) {
            guard try directory.status(of: name) != nil else { return (nil, nil) }
            contents = try directory.readFile(name, limit: limits.maximumBytes)
        } catch {
            return try replaceDamaged(error.description, in: directory)
        }
        let file: ChecksummedFile
        do throws(JSONError) {
            file = try ChecksummedFile(parsing: contents.bytes, limits: limits)
        } catch {
            return try replaceDamaged("is not JSON that can be used: \(error.description)", in: directory)
        }
        guard file.integrity != .damaged, file.document.root["format"]?.int == 1,
            let bound = file.document.root["bound"]?.integer(as: Int64.self), bound >= 0
        else { return try replaceDamaged("is damaged", in: directory) }
        return (bound, nil)
    }

    private static func replaceDamaged(
        _ reason: String, in directory: borrowing Directory
    ) throws(PackStoreError) -> (bound: Int64?, problem: StoreProblem?) {
        let newName: String?
        do throws(SystemError) {
            newName = try directory.setAside(name)
        } catch {
            throw PackStoreError(error)
        }
        guard let newName else {
            throw PackStoreError(.unreadable, "\(directory.path)/\(name) \(reason); too many files were set aside")
        }
        let message = "\(reason); it was set aside as \(newName), and numbers go on above the time"
        return (
            WallClock.nanosecondsSince1970 / 1000, StoreProblem(path: "\(directory.path)/\(name)", message: message)
        )
    }
}
