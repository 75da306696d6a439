import LinuxIO

/// What systemd says of the daemon's units, where systemd runs the machine and keeps the daemon.
extension Examination {
    var unitFindings: [Finding] {
        guard isSystem, hasSystemd, let output = Systemctl.show(["locd.socket", "locd.service"]) else { return [] }
        return Self.findings(ofUnits: Systemctl.units(in: output))
    }

    /// - Parameter units: properties by unit.
    static func findings(ofUnits units: [String: [String: String]]) -> [Finding] {
        let names = ["locd.socket", "locd.service"]
        return names.flatMap { unit in findings(of: unit, units[unit] ?? [:]) }
            .orElse(ok: "locd.socket is \(units["locd.socket"]?["SubState"] ?? "there")")
    }

    private static func findings(of unit: String, _ properties: [String: String]) -> [Finding] {
        var findings: [Finding] = []
        switch properties["LoadState"] {
        case "loaded": break
        case "masked": return [.fault("\(unit) is masked", remedy: "Allow it: `sudo systemctl unmask \(unit)`.")]
        case "not-found":
            return [.fault("there is no unit \(unit)", remedy: "Install locd: `sudo make install` in its sources.")]
        default:
            return [.fault("\(unit) cannot be read", remedy: "See why: `systemctl status \(unit)`.")]
        }
        let isSocket = unit.hasSuffix(".socket")
        if properties["ActiveState"] == "failed" {
            let result = properties["Result"].map { " (\($0))" } ?? ""
            findings.append(
                .fault(
                    "\(unit) has failed\(result)",
                    remedy: "See why, then start it: `journalctl -b -u \(unit)`, `sudo systemctl restart \(unit)`."))
        } else if isSocket, properties["ActiveState"] != "active" {
            findings.append(
                .fault("\(unit) is not active", remedy: "Start it: `sudo systemctl enable --now \(unit)`."))
        } else if isSocket, properties["UnitFileState"] == "disabled" {
            findings.append(
                .warning(
                    "\(unit) will not be started at the next boot",
                    remedy: "Enable it: `sudo systemctl enable \(unit)`."))
        }
        if properties["NeedDaemonReload"] == "yes" {
            findings.append(
                .warning(
                    "\(unit) was changed on the disk", remedy: "Have it read again: `sudo systemctl daemon-reload`."))
        }
        return findings
    }
}

/// `systemctl show`, whose output is made for programs: systemctl(1).
enum Systemctl {
    private static let properties = "Id,LoadState,ActiveState,SubState,Result,UnitFileState,NeedDaemonReload"

    /// What it prints of units; nil where it cannot be run or does not answer within 5 s.
    static func show(_ units: [String]) -> String? {
        // Without systemctl's answer there is nothing to say of units, whatever the reason.
        try? run(["systemctl", "show", "--no-pager", "--property=\(properties)"] + units)
    }

    private static func run(_ command: [String]) throws(SystemError) -> String? {
        let pipe = try Pipe()
        var configuration = ChildProcess.Configuration(executable: "/usr/bin/env", arguments: ["env"] + command)
        configuration.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
        configuration.descriptors = [.init(pipe.writer.rawValue, at: 1)]
        var child = try ChildProcess(configuration)
        // Two units' properties are far less than a pipe holds, so it need not be read meanwhile.
        guard try child.descriptor.wait(for: .readable, timeout: .seconds(5)), try child.wait() == .exited(0) else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = try pipe.reader.read(into: &bytes, detail: "systemctl") ?? 0
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Properties by unit: blocks of `NAME=VALUE` with an empty line between them.
    static func units(in output: String) -> [String: [String: String]] {
        var units: [String: [String: String]] = [:]
        for block in output.split(separator: "\n\n") {
            var properties: [String: String] = [:]
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2 { properties[String(parts[0])] = String(parts[1]) }
            }
            if let name = properties["Id"] { units[name] = properties }
        }
        return units
    }
}
