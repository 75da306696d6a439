import CatalogBuilder
import JSON

/// What a build child leaves in its result file: eight bytes with the length of a JSON header, little-endian, the
/// header, then the catalogs one after the other.
///
/// The daemon does not trust it: a parser that a hostile file took over could write anything. So lengths are bounded and
/// have to fit, and each catalog is opened and checked as any other before it is stored.
struct BuildOutcome: Equatable {
    /// A catalog's bytes.
    struct Catalog: Codable, Equatable {
        var language: String
        /// Length in bytes.
        var size: Int
    }

    private struct Header: Codable, Equatable {
        var catalogs: [Catalog]
        var diagnostics: [Diagnostic]
    }

    private static let headerLimits = JSONLimits(
        maximumBytes: 4 << 20, maximumDepth: 8, maximumMembers: 1 << 16, maximumStringBytes: 1 << 16)

    private var header: Header
    /// The catalogs' bytes, one after the other.
    private var payload: [UInt8]

    /// Of the findings the first hundred are kept: they are for people.
    init(_ result: BuildResult) {
        header = Header(
            catalogs: result.catalogs.map { Catalog(language: $0.language, size: $0.bytes.count) },
            diagnostics: Array(result.diagnostics.prefix(100)))
        payload = result.catalogs.flatMap(\.bytes)
    }

    /// Reads a result file; nil when it is not well-formed.
    init?(parsing bytes: [UInt8]) {
        guard bytes.count >= 8 else { return nil }
        let size = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[$1]) << UInt64(8 * $1) }
        guard size <= UInt64(min(bytes.count - 8, Self.headerLimits.maximumBytes)) else { return nil }
        let end = 8 + Int(size)
        guard
            // A header that does not read as one, for whatever reason, is not well-formed.
            let header = try? JSONDecoder().decode(
                Header.self, from: Array(bytes[8..<end]), limits: Self.headerLimits)
        else { return nil }
        var left = bytes.count - end
        for catalog in header.catalogs {
            guard catalog.size >= 0, catalog.size <= left else { return nil }
            left -= catalog.size
        }
        guard left == 0 else { return nil }
        self.header = header
        payload = Array(bytes[end...])
    }

    /// The result file's bytes.
    func serialized() throws -> [UInt8] {
        let text = try JSONEncoder().encode(header)
        return (0..<8).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) } + text + payload
    }

    var diagnostics: [Diagnostic] { header.diagnostics }

    /// Each catalog with its bytes.
    var catalogs: [(language: String, bytes: ArraySlice<UInt8>)] {
        var start = 0
        return header.catalogs.map { catalog in
            defer { start += catalog.size }
            return (catalog.language, payload[start..<start + catalog.size])
        }
    }
}
