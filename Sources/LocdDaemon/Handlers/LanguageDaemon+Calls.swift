import JSON
import LocdInterface
import Varlink

/// A reply as JSON.
///
/// Replies are made of strings, integers and finite numbers, which JSON can always hold.
func encoded(_ reply: some Encodable) -> [UInt8] {
    do {
        return try JSONEncoder().encode(reply)
    } catch {
        preconditionFailure("a reply that JSON cannot hold: \(error)")
    }
}

extension PendingCall {
    /// The call's parameters as the method's type.
    ///
    /// They fit the method's description already, so only a value outside Swift's range can be refused here.
    func decode<Method: VarlinkMethod>(_ method: Method.Type) throws(VarlinkError) -> Method.Parameters {
        do {
            return try JSONDecoder().decode(Method.Parameters.self, from: parameters)
        } catch {
            throw VarlinkError.describing(error)
        }
    }

    /// Ends the call with its only reply.
    func reply(_ reply: some Encodable, attachment: Attachment? = nil) {
        self.reply(encoded(reply), continues: false, attachment: attachment)
    }
}

extension LanguageDaemon {
    /// Answers one call. Its parameters are known to fit the description of a method of `org.locd.*`.
    package func handle(_ call: any PendingCall) {
        do throws(VarlinkError) {
            try dispatch(call)
        } catch {
            call.fail(error)
        }
    }

    private func dispatch(_ call: any PendingCall) throws(VarlinkError) {
        switch call.method {
        case LocaleInterface.Get.name: try get(call)
        case LocaleInterface.Subscribe.name: try subscribe(call)
        case LocaleInterface.Set.name: try set(call)
        case LocaleInterface.Reset.name: try reset(call)
        case LocaleInterface.OpenGeneration.name: try openGeneration(call)
        case LocaleInterface.List.name: try list(call)
        case LocaleInterface.Describe.name: try describe(call)
        case LocaleInterface.Reload.name: try reload(call)
        case LocaleInterface.Status.name: try status(call)
        case CatalogInterface.Open.name: try open(call)
        case CatalogInterface.Lookup.name: try lookup(call)
        case CatalogInterface.Export.name: try export(call)
        case CatalogInterface.Explain.name: try explain(call)
        case CatalogInterface.ReportMissing.name: try reportMissing(call)
        default: throw VarlinkError.methodNotFound(call.method)
        }
    }

    /// Checks an application identifier that a caller gives.
    func checkApplication(_ application: String?) throws(VarlinkError) {
        guard let application else { return }
        if !Identifier.isValid(application) { throw VarlinkError.invalidParameter("application") }
    }

    /// Checks the domains that a caller asks for. Ones that do not exist have an empty chain, since they may come.
    func checkDomains(_ domains: [String]?) throws(VarlinkError) -> [String] {
        let domains = domains ?? []
        guard domains.count <= configuration.limits.domainsPerRequest else {
            throw LocaleInterface.Failure.limitExceeded(
                limit: "domains", maximum: configuration.limits.domainsPerRequest
            ).varlinkError
        }
        if !domains.allSatisfy(Identifier.isValid) { throw VarlinkError.invalidParameter("domains") }
        return domains
    }
}
