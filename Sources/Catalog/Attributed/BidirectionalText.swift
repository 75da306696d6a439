/// Text from outside among text of ours (UAX #9).
enum BidirectionalText {
    private static let firstStrongIsolate: Unicode.Scalar = "\u{2068}"
    private static let popIsolate: Unicode.Scalar = "\u{2069}"

    /// The text in an isolate of its own if it holds controls of the bidirectional algorithm, else as it is. Within, every
    /// isolate is closed, and none is closed that it did not open: nothing in the text reaches beyond it.
    static func isolated(_ text: String) -> String {
        // All of them begin with the same two bytes, and most texts have none.
        guard text.utf8.contains(0xE2), text.unicodeScalars.contains(where: isControl) else { return text }
        var result = String.UnicodeScalarView()
        var depth = 0
        result.append(firstStrongIsolate)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x2066...0x2068: depth += 1
            case 0x2069 where depth == 0: continue
            case 0x2069: depth -= 1
            default: break
            }
            result.append(scalar)
        }
        result.append(contentsOf: repeatElement(popIsolate, count: depth + 1))
        return String(result)
    }

    /// Embeddings, overrides, isolates, and what ends them.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
