package import JSON

// Every subscriber reads a state at every change, so states are read from their elements, without Codable's containers.

extension State: JSONElementDecodable {
    package init(from element: JSONElement) throws {
        var members = try JSONObjectReader(element)
        self.init(
            generation: try members.integer("generation"),
            scope: try members.required("scope").enumeration(),
            requested: try members.strings("requested"),
            languages: try members.strings("languages"),
            region: try members.optionalString("region"),
            locale: try members.string("locale"),
            direction: try members.required("direction").enumeration(),
            keyboard: try members.optional("keyboard").map(Keyboard.init),
            environment: try members.required("environment").strings(),
            dynamic: try members.bool("dynamic"),
            until: try members.optionalInteger("until"),
            reason: try members.required("reason").enumeration(),
            domains: try members.array("domains", of: Chain.init))
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
            domain: try members.string("domain"), catalogs: try members.array("catalogs", of: CatalogFile.init))
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

extension JSONElement {
    /// A case by its name.
    fileprivate func enumeration<Case: RawRepresentable<String>>() throws -> Case {
        guard let name = string, let value = Case(rawValue: name) else { throw typeMismatch(Case.self) }
        return value
    }

    /// An object whose members all are strings.
    fileprivate func strings() throws -> [String: String] {
        guard kind == .object else { throw typeMismatch([String: String].self) }
        var strings = [String: String](minimumCapacity: count)
        for member in members {
            guard let value = member.value.string else { throw member.value.typeMismatch(String.self) }
            strings[member.name] = value
        }
        return strings
    }
}
