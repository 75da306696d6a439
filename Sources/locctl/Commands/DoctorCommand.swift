import LinuxIO
import LocdInterface
import Varlink
import VarlinkTransport

/// `locctl doctor`: the usual faults, and how to mend them.
enum DoctorCommand {
    private static let state = Option.value(
        "state", "DIR", completion: .file(suffix: nil), "the daemon's --state, for when it does not answer")
    private static let cache = Option.value(
        "cache", "DIR", completion: .file(suffix: nil), "the daemon's --cache, for when it does not answer")
    private static let vendor = Option.value(
        "vendor", "DIR", completion: .file(suffix: nil), isRepeatable: true,
        "the daemon's --vendor, for when it does not answer; may be repeated")

    static let verb = Verb(
        "doctor", "look for the usual faults, and tell how to mend them",
        discussion: [
            "Prints a line for each check: ok, warning (something works less well than it could) or fault (something does not "
                + "work), and under what it found how to mend it, with the command. Some checks need the daemon, some need "
                + "root; those that cannot be made are left out. With --quiet, only what was found. Nothing is changed.",
            "Ends with status 0 when nothing was found, with 1 when something was.",
        ],
        options: [state, cache, vendor],
        examples: [
            .init(command: "locctl doctor", meaning: "examines the daemon, its files and your session"),
            .init(command: "sudo locctl doctor -q", meaning: "only what is amiss, stored settings included"),
        ],
        run: run)

    /// How long the daemon may take for each answer; a person waits for this.
    private static let patience = Duration.seconds(5)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let findings = examination(invocation).findings
        let console = invocation.console
        if let json = console.json {
            try console.print(encoded: findings, json)
        } else {
            let shown = invocation.arguments.has(GlobalOptions.quiet) ? findings.filter { $0.verdict != .ok } : findings
            try console.print(lines: lines(of: shown, style: console.style))
        }
        if findings.contains(where: { $0.verdict != .ok }) { throw Failure(.other, "") }
    }

    /// The findings for people: each with its remedy under it.
    static func lines(of findings: [Finding], style: Style) -> [String] {
        let names = findings.map { displayWidth($0.check) }.max() ?? 0
        let margin = Finding.Verdict.warning.rawValue.utf8.count + 2
        return findings.flatMap { finding in
            let word = finding.verdict.rawValue
            let padding = String(repeating: " ", count: margin - word.utf8.count)
            let name = finding.check + String(repeating: " ", count: names - displayWidth(finding.check) + 2)
            let verdict =
                switch finding.verdict {
                case .ok: word
                case .warning: style.warning(word)
                case .fault: style.error(word)
                }
            let indent = String(repeating: " ", count: margin + names + 2)
            return [verdict + padding + name + printable(finding.message)]
                + (finding.remedy.map { [indent + printable($0)] } ?? [])
        }
    }

    // MARK: Looking

    private static func examination(_ invocation: Invocation) -> Examination {
        let arguments = invocation.arguments
        let address = Daemon.address(invocation)
        let contact = contact(with: address, application: invocation.application)
        var places = address == DaemonAddress.system ? .system : Examination.Places()
        if let directory = arguments.value(of: state) { places.state = directory }
        if let directory = arguments.value(of: cache) { places.cache = directory }
        if arguments.has(vendor) { places.vendor = arguments.values(of: vendor) }
        if case .answered(let status, _) = contact {
            places = Examination.Places(
                state: status.directories.state, cache: status.cache.directory, vendor: status.directories.vendor,
                runtime: status.directories.runtime)
        }
        return Examination(address: address, contact: contact, places: places, environment: invocation.environment)
    }

    private static func contact(with address: String, application: String?) -> Examination.Contact {
        do {
            let client = try VarlinkClient(path: address, timeout: patience)
            let status = try client.call(
                LocaleInterface.Status.self, .init(application: application), timeout: patience)
            let state = try client.call(LocaleInterface.Get.self, .init(application: application), timeout: patience)
                .state
            return .answered(status, state)
        } catch let error as VarlinkClientError {
            return .failed(error)
        } catch let error as VarlinkError {
            return .misunderstood("it answered with the error \(error.name)")
        } catch {
            return .misunderstood("\(error)")
        }
    }
}
