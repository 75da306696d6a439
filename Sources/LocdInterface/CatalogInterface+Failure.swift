import JSON
package import Varlink

extension CatalogInterface {
    /// The errors of `org.locd.Catalog`; `CatalogInterface.idl` says when each is given.
    package enum Failure: Error, Hashable, Sendable {
        case noSuchCatalog(digest: String)
        case noSuchDomain(domain: String)
        case noSuchMessage(domain: String, key: String, languages: [String])
        case invalidArgument(argument: String, message: String)
        case invalidLanguageTag(tag: String, message: String)
        case openFailed(message: String, outOfSpace: Bool)
        case limitExceeded(limit: String, maximum: Int)

        /// Reads an error from the wire; nil when it is not one of these or lacks a member.
        package init?(_ error: VarlinkError) {
            let members = error.parameters
            switch error.name {
            case "org.locd.Catalog.NoSuchCatalog":
                guard let digest = members["digest"]?.string else { return nil }
                self = .noSuchCatalog(digest: digest)
            case "org.locd.Catalog.NoSuchDomain":
                guard let domain = members["domain"]?.string else { return nil }
                self = .noSuchDomain(domain: domain)
            case "org.locd.Catalog.NoSuchMessage":
                guard let domain = members["domain"]?.string, let key = members["key"]?.string,
                    let languages = members["languages"]?.array
                else { return nil }
                self = .noSuchMessage(domain: domain, key: key, languages: languages.compactMap(\.string))
            case "org.locd.Catalog.InvalidArgument":
                guard let argument = members["argument"]?.string, let message = members["message"]?.string
                else { return nil }
                self = .invalidArgument(argument: argument, message: message)
            case "org.locd.Catalog.InvalidLanguageTag":
                guard let tag = members["tag"]?.string, let message = members["message"]?.string else { return nil }
                self = .invalidLanguageTag(tag: tag, message: message)
            case "org.locd.Catalog.OpenFailed":
                guard let message = members["message"]?.string, let outOfSpace = members["outOfSpace"]?.bool
                else { return nil }
                self = .openFailed(message: message, outOfSpace: outOfSpace)
            case "org.locd.Catalog.LimitExceeded":
                guard let limit = members["limit"]?.string, let maximum = members["maximum"]?.int else { return nil }
                self = .limitExceeded(limit: limit, maximum: maximum)
            default: return nil
            }
        }

        /// The error as it goes over the wire.
        package var varlinkError: VarlinkError {
            switch self {
            case .noSuchCatalog(let digest):
                VarlinkError(name: "org.locd.Catalog.NoSuchCatalog", parameters: ["digest": .string(digest)])
            case .noSuchDomain(let domain):
                VarlinkError(name: "org.locd.Catalog.NoSuchDomain", parameters: ["domain": .string(domain)])
            case .noSuchMessage(let domain, let key, let languages):
                VarlinkError(
                    name: "org.locd.Catalog.NoSuchMessage",
                    parameters: [
                        "domain": .string(domain), "key": .string(key),
                        "languages": .array(languages.map(JSONValue.string)),
                    ])
            case .invalidArgument(let argument, let message):
                VarlinkError(
                    name: "org.locd.Catalog.InvalidArgument",
                    parameters: ["argument": .string(argument), "message": .string(message)])
            case .invalidLanguageTag(let tag, let message):
                VarlinkError(
                    name: "org.locd.Catalog.InvalidLanguageTag",
                    parameters: ["tag": .string(tag), "message": .string(message)])
            case .openFailed(let message, let outOfSpace):
                VarlinkError(
                    name: "org.locd.Catalog.OpenFailed",
                    parameters: ["message": .string(message), "outOfSpace": .bool(outOfSpace)])
            case .limitExceeded(let limit, let maximum):
                VarlinkError(
                    name: "org.locd.Catalog.LimitExceeded",
                    parameters: ["limit": .string(limit), "maximum": .number(JSONNumber(maximum))])
            }
        }
    }
}
