package import LinuxIO

/// What vendor directories hold, found by names and `stat(2)` alone; no file is opened.
///
/// In each `DIRECTORY/DOMAIN/` these files are texts of DOMAIN:
///
///     TAG.lcat                      a compiled catalog
///     TAG.json                      one language
///     strings.json                  a map of languages
///     TAG.lproj/Localizable.strings one language
///     TAG.lproj/TABLE.strings       one language of the domain DOMAIN.TABLE
///     TAG/LC_MESSAGES/DOMAIN.mo     one language
///
/// Anything else is somebody else's and passed over in silence. Names are checked before they become parts of paths, and
/// links are not followed. Two files for one catalog are reported; the one in the directory that is named first wins,
/// then the one whose kind comes first in `VendorFile.Kind`, then the first by name.
package struct VendorScan: Hashable, Sendable {
    /// The most files that are taken from all directories together.
    package static let maximumSources = 16_384
    /// The most bytes that one file may have.
    package static let maximumFileBytes = 64 << 20

    /// The files that count: the winners of conflicts only, by domain, and in one domain the most important first. What
    /// a map holds is not known yet; where it names a language that an earlier source has, the earlier one counts.
    package let sources: [VendorFile]
    /// What was found and not taken.
    package let problems: [StoreProblem]
    /// Every directory that was looked into, to be watched for changes.
    package let directories: [String]

    /// Looks into directories, the most important first. A missing one is empty.
    package init(directories paths: [String]) {
        var scanner = VendorScanner()
        for (rank, path) in paths.enumerated() {
            scanner.scan(path, rank: rank) { () throws(SystemError) in try Directory(path: path) }
        }
        self.init(scanner)
    }

    /// As `init(directories:)`, in a system that does not run.
    package init(directories paths: [String], in system: borrowing RootDirectory) {
        var scanner = VendorScanner()
        for (rank, path) in paths.enumerated() {
            scanner.scan(system.fullPath(path), rank: rank) { () throws(SystemError) in try system.directory(path) }
        }
        self.init(scanner)
    }

    private init(_ scanner: consuming VendorScanner) {
        sources = scanner.chosen()
        problems = scanner.problems
        directories = scanner.directories
    }
}
