import LocdInterface
import Varlink

extension LanguageDaemon {
    func reportMissing(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(CatalogInterface.ReportMissing.self)
        try authorize(call)
        guard Identifier.isValid(parameters.domain) else { throw VarlinkError.invalidParameter("domain") }
        let uid = call.connection.peer.uid
        switch missing.report(
            domain: parameters.domain, key: parameters.key, language: parameters.language, uid: uid,
            boottime: ports.clock.boottime)
        {
        case .first:
            let key = printable(parameters.key)
            let language = printable(parameters.language)
            ports.log.log(
                .notice, "no message \(key) in \(parameters.domain) for \(language) (uid \(uid))",
                event: .messageMissing,
                fields: [.domain: parameters.domain, .key: key, .language: language, .uid: "\(uid)"])
        case .known: break
        case .tooMany:
            throw CatalogInterface.Failure.limitExceeded(
                limit: "missingReportsPerMinute", maximum: configuration.limits.missingReportsPerMinute
            ).varlinkError
        }
        call.reply(NoParameters())
    }

    /// A text from a client as it may stand in a log line: quoted, without control characters, bounded.
    private func printable(_ text: String) -> String {
        var shown = "\""
        for scalar in text.unicodeScalars.prefix(200) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown + (text.unicodeScalars.count > 200 ? "…\"" : "\"")
    }
}
