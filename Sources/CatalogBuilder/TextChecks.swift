// What a text may hold and still steer the screen it is shown on: control characters, such as a terminal's escapes, and
// bidirectional controls that reach beyond the text or make it read otherwise than it is stored (CVE-2021-42574).
// Neither is an error, as a text may need them; both are worth a look.

/// A sentence about the first thing in `text` that deserves a warning; nil when nothing does.
func suspiciousContent(of text: String) -> String? {
    // Bytes with which such characters begin are rare, so most texts are done after one look.
    let mayHaveAny = text.utf8.contains { byte in
        byte < 0x20 && byte != 0x0A || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    }
    guard mayHaveAny else { return nil }
    var isolates = 0
    var embeddings = 0
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D:
            break
        case 0..<0x20, 0x7F..<0xA0:
            return "the text holds the control character U+\(hexadecimal(scalar.value, digits: 4))"
        case 0x202D, 0x202E:
            return "the text overrides the direction of characters by U+\(hexadecimal(scalar.value, digits: 4))"
        case 0x202A, 0x202B: embeddings += 1
        case 0x202C: embeddings -= 1
        case 0x2066...0x2068: isolates += 1
        case 0x2069: isolates -= 1
        default:
            break
        }
        if embeddings < 0 || isolates < 0 { break }
    }
    return embeddings == 0 && isolates == 0 ? nil : "the text's bidirectional controls are not in pairs"
}
