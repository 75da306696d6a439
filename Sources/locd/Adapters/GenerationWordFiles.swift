import LinuxIO
import LocdDaemon

/// The generation words as files of the runtime directory: `generation/UID`, one page, readable by its owner alone.
///
/// They are kept over restarts, so that a program that mapped its word before goes on noticing changes.
final class GenerationWordFiles: GenerationWords {
    private let directory: Directory
    private var words: [UInt32: SharedWord.Writer] = [:]

    /// Opens the words that are there, under the runtime directory, which exists.
    init(runtimeDirectory: String) throws(SystemError) {
        directory = try Directory(path: runtimeDirectory).makeSubdirectory("generation", mode: 0o711)
        for name in try directory.list().names {
            guard let uid = UInt32(name), String(uid) == name else { continue }
            words[uid] = try SharedWord.Writer(name, in: directory, mode: 0o600)
        }
    }

    var users: Set<UInt32> { Set(words.keys) }

    /// The highest generation that any program has seen there.
    var highest: Int64 { words.values.map { Int64(clamping: $0.load()) }.max() ?? 0 }

    func prepare(uid: UInt32, generation: Int64) -> StorageFailure? {
        if words[uid] != nil { return nil }
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

    /// A read-only descriptor of a user's word.
    func descriptor(uid: UInt32) throws(SystemError) -> FileDescriptor {
        guard let word = words[uid] else { throw SystemError(call: "open", detail: "generation word", errno: 2) }
        return try word.readOnlyDescriptor()
    }
}
