import LinuxIO
import LocdInterface
import PackStore

/// Whether stored settings are safe: the daemon's own, hidden from others, and none of them set aside.
extension Examination {
    var stateFindings: [Finding] {
        guard let directory = places.state else { return [] }
        var findings = directoryFindings(directory, mode: "0700") + reported(below: directory)
        // Only root and the daemon see into it; others are not told what lies there.
        let aside = (try? StoreInspection.filesSetAside(in: directory)) ?? []
        let told = Set((status?.problems ?? []).map(\.file))
        for name in aside where !told.contains("\(directory)/\(name)") {
            findings.append(
                .warning(
                    "\(directory)/\(name) was set aside: it could not be used",
                    remedy: "See what is in it, set the language again, then remove it: "
                        + "`sudo rm \(shellWord("\(directory)/\(name)"))`."))
        }
        return findings.orElse(ok: "\(directory) is in order")
    }
}
