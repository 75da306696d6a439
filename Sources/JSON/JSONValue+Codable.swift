// These conformances exist so that a value can be a member of a type that `JSONDecoder` and `JSONEncoder` handle; other
// coders cannot keep a number's text or the order of members and are refused.

extension JSONValue: JSONElementDecodable, Codable {
    /// Copies an element out of its document.
    package init(from element: JSONElement) {
        self.init(element)
    }

    /// Copies the decoder's element; only `JSONDecoder` of this module is accepted.
    package init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? JSONElementDecoder else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "\(type(of: decoder)) does not read JSONValue"))
        }
        self.init(decoder.element)
    }

    /// Writes the value; only `JSONEncoder` of this module is accepted.
    package func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? JSONElementEncoder else {
            throw EncodingError.invalidValue(
                self,
                .init(codingPath: encoder.codingPath, debugDescription: "\(type(of: encoder)) does not write JSONValue")
            )
        }
        encoder.output.write { $0.write(self) }
    }
}
