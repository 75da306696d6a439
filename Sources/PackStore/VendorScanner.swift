import LinuxIO

/// The walk behind `VendorScan`.
struct VendorScanner {
    /// A source and how important the vendor directory is that it lies in; 0 is the most.
    private struct Found {
        let source: VendorFile
        let rank: Int
    }

    private(set) var problems: [StoreProblem] = []
    private(set) var directories: [String] = []
    private var found: [Found] = []
    private var rank = 0
    private var root = ""

    /// Looks into one vendor directory.
    mutating func scan(_ path: String, rank: Int, opening open: () throws(SystemError) -> Directory) {
        self.rank = rank
        root = path
        do throws(SystemError) {
            let directory = try open()
            directories.append(path)
            for name in names(in: directory) where isDirectory(name, in: directory) {
                guard EntryName.isValid(name) else {
                    report("\(path)/\(name)", "is ignored: the name is no domain")
                    continue
                }
                scanDomain(name, in: directory)
            }
        } catch {
            if !error.isMissing { report(path, "cannot be looked into: \(error.description)") }
        }
    }

    // MARK: Layouts

    private mutating func scanDomain(_ domain: String, in parent: borrowing Directory) {
        inSubdirectory(domain, of: parent) { scanner, directory in
            for name in scanner.names(in: directory) {
                if let language = name.stem(before: ".lproj") {
                    scanner.scanBundle(name, domain, language, in: directory)
                } else if let language = name.stem(before: ".lcat") {
                    scanner.add(name, in: directory, domain, language, .catalog)
                } else if name == "strings.json" {
                    scanner.add(name, in: directory, domain, nil, .jsonMap)
                } else if let language = name.stem(before: ".json"), TagShape.namesLanguage(language) {
                    scanner.add(name, in: directory, domain, language, .json)
                } else if TagShape.namesLanguage(name), scanner.isDirectory(name, in: directory) {
                    scanner.scanGettext(name, domain, in: directory)
                }
            }
        }
    }

    /// `TAG.lproj/TABLE.strings`.
    private mutating func scanBundle(
        _ name: String, _ domain: String, _ language: String, in parent: borrowing Directory
    ) {
        inSubdirectory(name, of: parent) { scanner, directory in
            for file in scanner.names(in: directory) {
                guard let table = file.stem(before: ".strings") else { continue }
                let tableDomain = table == "Localizable" ? domain : "\(domain).\(table)"
                guard EntryName.isValid(tableDomain) else {
                    scanner.report("\(directory.path)/\(file)", "is ignored: \"\(tableDomain)\" is no domain")
                    continue
                }
                scanner.add(file, in: directory, tableDomain, language, .strings)
            }
        }
    }

    /// `TAG/LC_MESSAGES/DOMAIN.mo`.
    private mutating func scanGettext(_ language: String, _ domain: String, in parent: borrowing Directory) {
        inSubdirectory(language, of: parent) { scanner, directory in
            let messages = "LC_MESSAGES"
            guard scanner.isDirectory(messages, in: directory) else { return }
            scanner.inSubdirectory(messages, of: directory) { scanner, directory in
                scanner.add("\(domain).mo", in: directory, domain, language, .mo)
            }
        }
    }

    /// Takes a file, if it is there and one to take.
    private mutating func add(
        _ name: String, in directory: borrowing Directory, _ domain: String, _ language: String?,
        _ kind: VendorFile.Kind
    ) {
        let path = "\(directory.path)/\(name)"
        do throws(SystemError) {
            guard let status = try directory.status(of: name) else { return }
            if let reason = refusal(of: status, language) { return report(path, "is ignored: \(reason)") }
            // The directory's path begins with the root's, as it was opened beneath it.
            let relativePath = String(path.dropFirst(root.count + 1))
            let source = VendorFile(
                domain: domain, language: language, kind: kind, root: root, relativePath: relativePath,
                stamp: FileStamp(status))
            found.append(Found(source: source, rank: rank))
        } catch {
            report(path, "cannot be looked at: \(error.description)")
        }
    }

    private func refusal(of status: FileStatus, _ language: String?) -> String? {
        if let language, !TagShape.isPlausible(language) { return "\"\(language)\" is no language" }
        if status.kind != .regular { return "it is no regular file" }
        if status.size > VendorScan.maximumFileBytes {
            return "it has \(status.size) bytes, of at most \(VendorScan.maximumFileBytes)"
        }
        if found.count >= VendorScan.maximumSources { return "there are more than \(VendorScan.maximumSources) files" }
        return nil
    }

    // MARK: Choosing

    /// The sources that count; the others are reported.
    mutating func chosen() -> [VendorFile] {
        struct Catalog: Hashable {
            let domain: String
            /// Nil for the domain's map.
            let language: String?
        }
        var winners: [Catalog: String] = [:]
        var sources: [VendorFile] = []
        for source in found.sorted(by: VendorScanner.precedes).map(\.source) {
            let catalog = Catalog(domain: source.domain, language: source.language.map(VendorScanner.plainSpelling))
            if let winner = winners[catalog] {
                report(source.path, "is ignored: \(winner) is for the same catalog")
            } else {
                winners[catalog] = source.path
                sources.append(source)
            }
        }
        return sources
    }

    private static func precedes(_ one: Found, _ other: Found) -> Bool {
        if one.source.domain != other.source.domain { return one.source.domain < other.source.domain }
        if one.rank != other.rank { return one.rank < other.rank }
        if one.source.kind != other.source.kind { return one.source.kind < other.source.kind }
        return one.source.path < other.source.path
    }

    /// Languages that differ only in case, separators or character set are one for sure: `zh_CN.UTF-8` and `zh-cn`.
    private static func plainSpelling(_ language: String) -> String {
        let beforeCodeset = language.prefix { $0 != "." && $0 != "@" }
        let modifier = language.drop { $0 != "@" }
        return String((beforeCodeset + modifier).lowercased().map { $0 == "_" ? "-" : $0 })
    }

    // MARK: Directories

    private mutating func inSubdirectory(
        _ name: String, of parent: borrowing Directory,
        _ body: (inout VendorScanner, borrowing Directory) -> Void
    ) {
        do throws(SystemError) {
            let directory = try parent.subdirectory(name)
            directories.append(directory.path)
            body(&self, directory)
        } catch {
            if !error.isMissing { report("\(parent.path)/\(name)", "cannot be looked into: \(error.description)") }
        }
    }

    /// The names in a directory that are not hidden.
    private mutating func names(in directory: borrowing Directory) -> [String] {
        do throws(SystemError) {
            let listing = try directory.list()
            for name in listing.undecodable {
                report("\(directory.path)/\(name)", "is ignored: its name is not UTF-8")
            }
            return listing.names.filter { !$0.hasPrefix(".") }
        } catch {
            report(directory.path, "cannot be listed: \(error.description)")
            return []
        }
    }

    private mutating func isDirectory(_ name: String, in directory: borrowing Directory) -> Bool {
        do throws(SystemError) {
            switch try directory.status(of: name)?.kind {
            case .directory: return true
            case .symbolicLink:
                report("\(directory.path)/\(name)", "is ignored: links are not followed")
                return false
            default: return false
            }
        } catch {
            report("\(directory.path)/\(name)", "cannot be looked at: \(error.description)")
            return false
        }
    }

    private mutating func report(_ path: String, _ message: String) {
        problems.append(StoreProblem(path: path, message: message))
    }
}

extension String {
    /// What comes before an ending; nil when that is not the ending, or nothing is before it.
    fileprivate func stem(before ending: String) -> String? {
        guard hasSuffix(ending), utf8.count > ending.utf8.count else { return nil }
        return String(dropLast(ending.count))
    }
}
