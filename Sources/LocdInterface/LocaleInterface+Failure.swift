package import Varlink
import JSON

extension LocaleInterface {
    /// The errors of `org.locd.Locale`; `LocaleInterface.idl` says when each is given.
    package enum Failure: Error, Hashable, Sendable {
        case invalidLanguageTag(tag: String, message: String)
        case noSuchLanguage(language: String, nearest: [Suggestion])
        case invalidRegion(region: String)
        case conflict(generation: Int64)
        case superseded
        case limitExceeded(limit: String, maximum: Int)
        case storageFailed(message: String, outOfSpace: Bool)

        /// Reads an error from the wire; nil when it is not one of these or lacks a member.
        package init?(_ error: VarlinkError) {
            let members = error.parameters
            switch error.name {
            case "org.locd.Locale.InvalidLanguageTag":
                guard let tag = members["tag"]?.string, let message = members["message"]?.string else { return nil }
                self = .invalidLanguageTag(tag: tag, message: message)
            case "org.locd.Locale.NoSuchLanguage":
                guard let language = members["language"]?.string, let nearest = members["nearest"]?.array
                else { return nil }
                self = .noSuchLanguage(language: language, nearest: nearest.compactMap(Suggestion.init))
            case "org.locd.Locale.InvalidRegion":
                guard let region = members["region"]?.string else { return nil }
                self = .invalidRegion(region: region)
            case "org.locd.Locale.Conflict":
                guard let generation = members["generation"]?.int else { return nil }
                self = .conflict(generation: Int64(generation))
            case "org.locd.Locale.Superseded":
                self = .superseded
            case "org.locd.Locale.LimitExceeded":
                guard let limit = members["limit"]?.string, let maximum = members["maximum"]?.int else { return nil }
                self = .limitExceeded(limit: limit, maximum: maximum)
            case "org.locd.Locale.StorageFailed":
                guard let message = members["message"]?.string, let outOfSpace = members["outOfSpace"]?.bool
                else { return nil }
                self = .storageFailed(message: message, outOfSpace: outOfSpace)
            default: return nil
            }
        }

        /// The error as it goes over the wire.
        package var varlinkError: VarlinkError {
            switch self {
            case .invalidLanguageTag(let tag, let message):
                VarlinkError(
                    name: "org.locd.Locale.InvalidLanguageTag",
                    parameters: ["tag": .string(tag), "message": .string(message)])
            case .noSuchLanguage(let language, let nearest):
                VarlinkError(
                    name: "org.locd.Locale.NoSuchLanguage",
                    parameters: ["language": .string(language), "nearest": .array(nearest.map(\.json))])
            case .invalidRegion(let region):
                VarlinkError(name: "org.locd.Locale.InvalidRegion", parameters: ["region": .string(region)])
            case .conflict(let generation):
                VarlinkError(
                    name: "org.locd.Locale.Conflict", parameters: ["generation": .number(JSONNumber(generation))])
            case .superseded:
                VarlinkError(name: "org.locd.Locale.Superseded", parameters: [:])
            case .limitExceeded(let limit, let maximum):
                VarlinkError(
                    name: "org.locd.Locale.LimitExceeded",
                    parameters: ["limit": .string(limit), "maximum": .number(JSONNumber(maximum))])
            case .storageFailed(let message, let outOfSpace):
                VarlinkError(
                    name: "org.locd.Locale.StorageFailed",
                    parameters: ["message": .string(message), "outOfSpace": .bool(outOfSpace)])
            }
        }
    }
}

extension Suggestion {
    fileprivate init?(_ value: JSONValue) {
        guard let tag = value["tag"]?.string, let name = value["name"]?.string else { return nil }
        self.init(tag: tag, name: name)
    }

    fileprivate var json: JSONValue { ["tag": .string(tag), "name": .string(name)] }
}
