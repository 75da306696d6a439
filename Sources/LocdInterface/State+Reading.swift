package import JSON

// Every subscriber reads a state at every change, so states are read from their elements, without Codable's containers.

extension State: JSONElementDecodable {
    package init(from element: JSONElement) throws {
        var members = try JSONObjectReader(element)
        self.init(
            generation: try members.integer("generation"),
            scope: try members.enumeration("scope"),
            requested: try members.strings("requested"),
            languages: try members.strings("languages"),
            region: try members.optionalString("region"),
            locale: try members.string("locale"),
            direction: try members.enumeration("direction"),
            keyboard: try members.optional("keyboard").map { try Keyboard($0) },
            environment: try members.stringMap("environment"),
            dynamic: try members.bool("dynamic"),
            until: try members.optionalInteger("until"),
            reason: try members.enumeration("reason"),
            domains: try members.array("domains", of: { try Chain($0) }))
    }
}

extension Keyboard {
    fileprivate init(_ element: JSONElement) throws {
        var members = try JSONObjectReader(element)
        self.init(
            layout: try members.string("layout"), variant: try members.optionalString("variant"),
            inputMethod: try members.optionalString("inputMethod"))
    }
}

extension Chain {
    fileprivate init(_ element: JSONElement) throws {
        var members = try JSONObjectReader(element)
        self.init(
            domain: try members.string("domain"), catalogs: try members.array("catalogs", of: { try CatalogFile($0) }))
    }
}

extension CatalogFile {
    fileprivate init(_ element: JSONElement) throws {
        var members = try JSONObjectReader(element)
        self.init(
            language: try members.string("language"), digest: try members.string("digest"),
            size: try members.integer("size"), path: try members.string("path"))
    }
}
