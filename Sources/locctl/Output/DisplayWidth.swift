/// How many columns a terminal gives a text: none for marks that combine and for what formats, two for wide East Asian
/// characters and emoji, one for the rest (UAX #11, as wcwidth(3) has it).
func displayWidth(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + displayWidth($1) }
}

private func displayWidth(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
    }
}

/// The blocks of East Asian Width W and F that names of languages and of keys can hold.
private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul Jamo that begin a syllable
    0x2E80...0x303E,  // radicals, CJK punctuation
    0x3041...0x33FF,  // kana, Bopomofo, compatibility
    0x3400...0x4DBF,  // ideographs, extension A
    0x4E00...0x9FFF,  // ideographs
    0xA000...0xA4CF,  // Yi
    0xA960...0xA97F,  // Hangul Jamo extended A
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE30...0xFE6F,  // compatibility forms
    0xFF00...0xFF60,  // full width forms
    0xFFE0...0xFFE6,  // full width signs
    0x1F300...0x1F64F,  // pictographs, emoticons
    0x1F900...0x1F9FF,  // pictographs, supplement
    0x20000...0x3FFFD,  // ideographs, further extensions
]
