import LinuxIO
import LocdInterface

/// Whether there are texts, readable by everybody, and none of them at fault.
extension Examination {
    var textsFindings: [Finding] {
        if places.vendor.isEmpty { return [] }
        var findings = places.vendor.flatMap(vendorFindings)
        if let status {
            let problems = status.problems.filter { problem in places.vendor.contains { problem.file.isBelow($0) } }
            findings += problems.map { problem in
                .warning(
                    "\(problem.place): \(problem.message)",
                    remedy: "Mend the file; the daemon looks again by itself, and `locctl status` tells what is left.")
            }
            if status.domains.isEmpty, findings.isEmpty {
                findings.append(
                    .warning(
                        "there are no texts in \(places.vendor.joined(separator: ", "))",
                        remedy: "Put some there, DIRECTORY/DOMAIN/en.json, and look: `locctl list --domains`."))
            }
        }
        return findings.orElse(ok: "texts in \(places.vendor.joined(separator: ", "))")
    }

    private func vendorFindings(_ directory: String) -> [Finding] {
        let word = shellWord(directory)
        do throws(SystemError) {
            guard let status = try FileStatus(ofPath: directory, followingLinks: true) else {
                return [
                    .warning(
                        "\(directory), where texts should be, is not there", remedy: "Make it: `sudo mkdir -p \(word)`."
                    )
                ]
            }
            guard status.kind == .directory else {
                let remedy = "Put texts into a directory, and name that in [Catalogs] VendorDirectories= of locd.conf."
                return [.fault("\(directory) is no directory", remedy: remedy)]
            }
            // The daemon reads there as a user of its own, and programs map catalogs there as theirs.
            if status.permissions & 0o005 != 0o005 {
                return [
                    .fault("\(directory) cannot be read by everybody", remedy: "Open it: `sudo chmod -R a+rX \(word)`.")
                ]
            }
            return []
        } catch {
            return [
                .fault(
                    "\(directory) cannot be looked at (\(error.reason))",
                    remedy: "Open it: `sudo chmod -R a+rX \(word)`.")
            ]
        }
    }
}
