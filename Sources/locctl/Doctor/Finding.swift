/// What one check of `locctl doctor` says.
struct Finding: Hashable, Encodable {
    enum Verdict: String, Encodable {
        /// Nothing is amiss.
        case ok
        /// Something works less well than it could, or will not for long.
        case warning
        /// Something does not work.
        case fault
    }

    /// The check, in a word.
    var check = ""
    let verdict: Verdict
    /// A sentence without a full stop that names the thing and what is so with it.
    let message: String
    /// How to mend it: a sentence with the command in backquotes; nil where nothing is to be mended.
    let remedy: String?

    static func ok(_ message: String) -> Finding {
        Finding(verdict: .ok, message: message, remedy: nil)
    }

    static func warning(_ message: String, remedy: String) -> Finding {
        Finding(verdict: .warning, message: message, remedy: remedy)
    }

    static func fault(_ message: String, remedy: String) -> Finding {
        Finding(verdict: .fault, message: message, remedy: remedy)
    }
}

extension [Finding] {
    /// What was found, or that nothing was.
    func orElse(ok message: String) -> [Finding] { isEmpty ? [.ok(message)] : self }
}

/// A word of a command line, in quotes where a shell would take it apart.
func shellWord(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || "0123456789/._-+:@,=".unicodeScalars.contains($0)
    }
    return plain && !word.isEmpty
        ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
}
