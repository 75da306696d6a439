import JSON

/// One owner's file between bytes and values.
///
///     {
///       "checksum": "…",
///       "format": 1,
///       "languages": ["hi-IN", "en"],
///       "region": "DE",
///       "applications": {
///         "org.example.Kiosk": {"languages": ["ru"], "region": "RU"}
///       }
///     }
///
/// A member that is absent is not set. A member that this version does not know is kept through rewriting. A member
/// that holds what it cannot hold is left out with a report, and the others are used.
struct SettingsFile {
    /// The version of the form that is written, and the only one that is read so far.
    static let format = 1

    /// Members that this version does not know, to be written again.
    struct Unknown: Hashable, Sendable {
        var own = JSONObject()
        var applications: [String: JSONObject] = [:]
    }

    var record = SettingsRecord()
    var unknown = Unknown()
    /// What was left out: a sentence each.
    private(set) var omissions: [String] = []

    private static let limits = JSONLimits(
        maximumBytes: SettingsLimits.fileBytes, maximumDepth: 16, maximumMembers: 1024, maximumStringBytes: 1024,
        allowsNUL: false)

    init(record: SettingsRecord, unknown: Unknown) {
        self.record = record
        self.unknown = unknown
    }

    /// Reads a file's bytes.
    ///
    /// - Throws: a `PackStoreError` with a sentence; `damaged` for a checksum that does not fit, `invalid` for others.
    init(parsing bytes: [UInt8]) throws(PackStoreError) {
        let file: ChecksummedFile
        do throws(JSONError) {
            file = try ChecksummedFile(parsing: bytes, limits: SettingsFile.limits)
        } catch {
            throw PackStoreError(.invalid, "is not JSON that can be used: \(error.description)")
        }
        guard file.integrity != .damaged else {
            throw PackStoreError(
                .damaged, "does not fit its checksum (to edit it by hand, remove the line with the checksum)")
        }
        try SettingsFile.checkFormat(of: file.document.root)
        for member in file.document.root.members {
            switch member.name {
            case ChecksummedFile.checksumName, "format": break
            case "languages": record.own.languages = languages(member.value, of: "languages")
            case "region": record.own.region = region(member.value, of: "region")
            case "applications": readApplications(member.value)
            default: unknown.own[member.name] = JSONValue(member.value)
            }
        }
    }

    /// The file's bytes.
    ///
    /// - Throws: `invalid` for a name that is none, `tooLarge` beyond `SettingsLimits`.
    func bytes() throws(PackStoreError) -> [UInt8] {
        try validate()
        let bytes = ChecksummedFile.bytes { writer in
            writer.name("format")
            writer.integer(SettingsFile.format)
            write(record.own, unknown.own, to: &writer)
            guard !record.applications.isEmpty else { return }
            writer.name("applications")
            writer.beginObject()
            for (name, preference) in record.applications.sorted(by: { $0.key < $1.key }) {
                writer.name(name)
                writer.beginObject()
                write(preference, unknown.applications[name] ?? JSONObject(), to: &writer)
                writer.endObject()
            }
            writer.endObject()
        }
        guard bytes.count <= SettingsLimits.fileBytes else {
            throw PackStoreError(
                .tooLarge, "the settings take \(bytes.count) bytes, of at most \(SettingsLimits.fileBytes)")
        }
        return bytes
    }

    private func write(
        _ preference: StoredPreference, _ unknown: JSONObject, to writer: inout JSONWriter
    ) {
        if !preference.languages.isEmpty {
            writer.name("languages")
            writer.beginArray()
            for language in preference.languages { writer.string(language) }
            writer.endArray()
        }
        if let region = preference.region {
            writer.name("region")
            writer.string(region)
        }
        for member in unknown.members {
            writer.name(member.name)
            writer.write(member.value)
        }
    }
}

// MARK: Reading

extension SettingsFile {
    private static func checkFormat(of root: JSONElement) throws(PackStoreError) {
        guard root.kind == .object else { throw PackStoreError(.invalid, "is not a JSON object") }
        guard let element = root["format"] else { throw PackStoreError(.invalid, "has no member \"format\"") }
        guard let format = element.int, format >= 1 else {
            throw PackStoreError(.invalid, "has a member \"format\" that is no version number")
        }
        guard format <= SettingsFile.format else {
            throw PackStoreError(
                .invalid, "has format \(format), from a newer version; this one knows \(SettingsFile.format)")
        }
    }

    private mutating func readApplications(_ element: JSONElement) {
        guard element.kind == .object else { return omit("applications", "is no object") }
        for member in element.members {
            let place = "applications.\(member.name)"
            guard EntryName.isValid(member.name) else {
                omit(place, "is no application identifier")
                continue
            }
            guard record.applications.count < SettingsLimits.applications else {
                omit(place, "is one too many: there may be \(SettingsLimits.applications)")
                continue
            }
            guard member.value.kind == .object else {
                omit(place, "is no object")
                continue
            }
            record.applications[member.name] = preference(member.value, of: member.name, place: place)
        }
    }

    private mutating func preference(
        _ element: JSONElement, of application: String, place: String
    ) -> StoredPreference {
        var preference = StoredPreference()
        for member in element.members {
            switch member.name {
            case "languages": preference.languages = languages(member.value, of: "\(place).languages")
            case "region": preference.region = region(member.value, of: "\(place).region")
            default: unknown.applications[application, default: JSONObject()][member.name] = JSONValue(member.value)
            }
        }
        return preference
    }

    private mutating func languages(_ element: JSONElement, of place: String) -> [String] {
        let tags = element.elements.map(\.string)
        guard element.kind == .array, tags.count <= SettingsLimits.languages,
            tags.allSatisfy({ $0.map(TagShape.isPlausible) ?? false })
        else {
            omit(place, "is no list of at most \(SettingsLimits.languages) language tags")
            return []
        }
        return tags.compactMap(\.self)
    }

    private mutating func region(_ element: JSONElement, of place: String) -> String? {
        guard let region = element.string, TagShape.isRegion(region) else {
            omit(place, "is no region")
            return nil
        }
        return region
    }

    private mutating func omit(_ place: String, _ reason: String) {
        omissions.append("\(place) \(reason)")
    }
}

// MARK: Writing

extension SettingsFile {
    private func validate() throws(PackStoreError) {
        guard record.applications.count <= SettingsLimits.applications else {
            throw PackStoreError(
                .tooLarge,
                "settings for \(record.applications.count) applications, of at most \(SettingsLimits.applications)")
        }
        try validate(record.own, of: "the owner")
        for (name, preference) in record.applications {
            guard EntryName.isValid(name) else {
                throw PackStoreError(.invalid, "\"\(name)\" is no application identifier")
            }
            try validate(preference, of: name)
        }
    }

    private func validate(_ preference: StoredPreference, of place: String) throws(PackStoreError) {
        guard preference.languages.count <= SettingsLimits.languages else {
            throw PackStoreError(
                .tooLarge,
                "\(preference.languages.count) languages for \(place), of at most \(SettingsLimits.languages)")
        }
        for tag in preference.languages where !TagShape.isPlausible(tag) {
            throw PackStoreError(.invalid, "\"\(tag)\" for \(place) is no language tag")
        }
        if let region = preference.region, !TagShape.isRegion(region) {
            throw PackStoreError(.invalid, "\"\(region)\" for \(place) is no region")
        }
    }
}
