import LocdInterface

/// Whether what answers is the daemon, and the one that was installed with this tool.
extension Examination {
    var daemonFindings: [Finding] {
        switch contact {
        case .failed: return []
        case .misunderstood(let reason):
            return [
                .fault("what answers at \(address) is not a locd of this version: \(reason)", remedy: restartRemedy)
            ]
        case .answered(let status, _):
            guard status.version == Release.version else {
                return [
                    .warning(
                        "locd \(status.version) runs, locctl is \(Release.version)", remedy: restartRemedy)
                ]
            }
            return [.ok("locd \(status.version) runs as \(Self.name(of: UInt32(clamping: status.user)))")]
        }
    }

    var configurationFindings: [Finding] {
        guard let status else { return [] }
        let elsewhere = [places.state, places.cache].compactMap(\.self) + places.vendor
        let problems = status.problems.filter { problem in !elsewhere.contains { problem.file.isBelow($0) } }
        return problems.map { problem in
            .warning(
                "\(problem.place): \(problem.message)",
                remedy: "Mend the line, see locd.conf(5); the daemon notices by itself.")
        }.orElse(ok: "every line is understood")
    }
}

extension String {
    /// Whether a path is a directory or lies in it.
    func isBelow(_ directory: String) -> Bool { self == directory || hasPrefix("\(directory)/") }
}
