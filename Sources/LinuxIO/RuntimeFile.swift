/// Files that need not outlive the machine's run: whoever reads one sees the old or the new content, never a part, but a
/// power cut may leave an empty one. Nothing is waited for, as nothing is synced; `DurableFile` is for what must stay.
package enum RuntimeFile {
    /// Replaces or creates a file. When this throws, the file is as it was and no temporary is left.
    package static func replace(
        _ name: String, in directory: borrowing Directory, with contents: Span<UInt8>, mode: UInt32
    ) throws(SystemError) {
        let temporary = DurableFile.temporaryName()
        let file = try directory.createFile(temporary, mode: mode)
        do throws(SystemError) {
            try file.writeAll(contents, detail: directory.detail(temporary))
            try directory.rename(temporary, to: name)
        } catch {
            // The first error is the one to tell; a temporary that cannot be removed now is swept at the next start.
            _ = try? directory.removeFile(temporary)
            throw error
        }
    }
}
