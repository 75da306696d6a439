import LanguageTags
import LinuxIO
import LocdDaemon

/// `environment` in the runtime directory: LANG, LANGUAGE and LC_* of the machine's language for programs that start
/// later, as a unit's `EnvironmentFile=` reads them (systemd.exec(5)). For everybody to read; replaced in one step.
final class EnvironmentFile {
    private static let name = "environment"

    private let runtimeDirectory: String
    private let log: any DaemonLog

    /// Removes what an interrupted write left in the directory, which exists.
    init(runtimeDirectory: String, log: any DaemonLog) {
        self.runtimeDirectory = runtimeDirectory
        self.log = log
        do throws(SystemError) {
            try DurableFile.removeTemporaries(in: Directory(path: runtimeDirectory))
        } catch {
            log.log(.warning, "what a write left cannot be removed: \(error.description)")
        }
    }

    /// Puts these variables in place of those that are there. What fails is logged: who follows the daemon needs no file.
    func write(_ variables: [String: String]) {
        let text = "# By locd: the machine's language.\n\(LocaleEnvironment.fileText(of: variables))"
        do throws(SystemError) {
            // Opened each time: somebody may have made the directory anew.
            try RuntimeFile.replace(
                Self.name, in: Directory(path: runtimeDirectory), with: Array(text.utf8).span, mode: 0o644)
        } catch {
            log.log(
                .error, "the environment for programs that start later was not written: \(error.description)",
                event: .environmentNotWritten, fields: [.file: "\(runtimeDirectory)/\(Self.name)"])
        }
    }
}
