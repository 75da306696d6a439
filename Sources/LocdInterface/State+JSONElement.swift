package import JSON

// A state is read in every program at every change: straight from the message, in the order of its members, instead of
// through the containers of `Codable`.

extension State: JSONElementDecodable {
    /// Reads a state; members may come in any order, others are ignored.
    package init(from element: JSONElement) throws {
        var members = try JSONObjectReader(element)
        generation = try members.integer("generation")
        scope = try members.enumeration("scope")
        requested = try members.strings("requested")
        languages = try members.strings("languages")
        region = try members.optionalString("region")
        locale = try members.string("locale")
        direction = try members.enumeration("direction")
        keyboard = try members.optional("keyboard").map { try Keyboard(from: $0) }
        environment = try members.stringMap("environment")
        dynamic = try members.bool("dynamic")
        until = try members.optionalInteger("until")
        reason = try members.enumeration("reason")
        domains = try members.array("domains") { try Chain(from: $0) }
    }
}

extension Chain: JSONElementDecodable {
    /// Reads a chain; members may come in any order, others are ignored.
    package init(from element: JSONElement) throws {
        var members = try JSONObjectReader(element)
        domain = try members.string("domain")
        catalogs = try members.array("catalogs") { try CatalogFile(from: $0) }
    }
}

extension CatalogFile: JSONElementDecodable {
    /// Reads a catalog's name; members may come in any order, others are ignored.
    package init(from element: JSONElement) throws {
        var members = try JSONObjectReader(element)
        language = try members.string("language")
        digest = try members.string("digest")
        size = try members.integer("size")
        path = try members.string("path")
    }
}

extension Keyboard: JSONElementDecodable {
    /// Reads a keyboard; members may come in any order, others are ignored.
    package init(from element: JSONElement) throws {
        var members = try JSONObjectReader(element)
        layout = try members.string("layout")
        variant = try members.optionalString("variant")
        inputMethod = try members.optionalString("inputMethod")
    }
}
