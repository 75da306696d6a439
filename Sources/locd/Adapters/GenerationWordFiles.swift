import LinuxIO
import LocdDaemon

/// The generation words as files of the runtime directory: `generation/UID`, one page, readable by its owner alone.
///
/// They are kept over restarts, so that a program that mapped its word before goes on noticing changes.
final class GenerationWordFiles: GenerationWords {
    /// A word takes a page, and a user who cannot have one polls by time.
    private static let mostWords = 4096

    private let directory: Directory
    private var words: [UInt32: SharedWord.Writer] = [:]

    /// How many words were there that cannot be used.
    let skipped: Int

    /// Opens the words that are there, under the runtime directory, which exists.
    init(runtimeDirectory: String) throws(SystemError) {
        directory = try Directory(path: runtimeDirectory).makeSubdirectory("generation", mode: 0o711)
        var skipped = 0
        for name in try directory.list().names {
            guard let uid = UInt32(name), String(uid) == name else { continue }
            // A word that cannot be opened must not keep a machine from its language.
            let word = words.count < Self.mostWords ? try? SharedWord.Writer(name, in: directory, mode: 0o600) : nil
            if let word { words[uid] = word } else { skipped += 1 }
        }
        self.skipped = skipped
    }

    var users: Set<UInt32> { Set(words.keys) }

    /// The highest generation that any program has seen there.
    var highest: Int64 { words.values.map { Int64(clamping: $0.load()) }.max() ?? 0 }

    func prepare(uid: UInt32, generation: Int64) -> StorageFailure? {
        if words[uid] != nil { return nil }
        guard words.count < Self.mostWords else {
            return StorageFailure(
                message: "\(words.count) users have a generation word, and no more may", isOutOfSpace: false)
        }
        do throws(SystemError) {
            let word = try SharedWord.Writer(String(uid), in: directory, mode: 0o600)
            word.store(UInt64(clamping: generation))
            words[uid] = word
            return nil
        } catch {
            return StorageFailure(message: error.description, isOutOfSpace: error.isOutOfSpace)
        }
    }

    func raise(uid: UInt32, to generation: Int64) {
        guard let word = words[uid], word.load() != UInt64(clamping: generation) else { return }
        word.store(UInt64(clamping: generation))
    }

    /// Has every program that looks at a word look at its connection: for the daemon's end, after that of all connections.
    ///
    /// The next daemon finds the words and goes on above them. Where somebody removes them before it starts, programs that
    /// look at nothing else would never learn of it.
    func wake() {
        for word in words.values { word.store(word.load() + 1) }
    }

    /// A read-only descriptor of a user's word.
    func descriptor(uid: UInt32) throws(SystemError) -> FileDescriptor {
        guard let word = words[uid] else { throw SystemError(call: "open", detail: "generation word", errno: 2) }
        return try word.readOnlyDescriptor()
    }
}
