/// A type that reads itself straight from an element.
///
/// `JSONDecoder` prefers this to `Codable`'s containers, each of which costs an allocation: for types on hot paths.
package protocol JSONElementDecodable {
    /// Reads the value.
    ///
    /// - Throws: `DecodingError`, as `Decodable` does; `JSONElement`'s `typeMismatch(_:)` and `missing(_:)` make them.
    init(from element: JSONElement) throws
}
