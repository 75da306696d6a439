// gettext's compiled catalogs (.mo): a header of seven numbers, a table of keys, a table of texts, each entry a size and
// an offset. Keys with a context are `context EOT key`, as gettext looks them up. The hash table is not read, and
// nothing rests on the order of keys. A plural message has `singular NUL plural` for its key, by whose singular it is
// looked up, and its forms with a NUL between them.

import Catalog
import LanguageTags

/// Reads messages from a .mo file.
struct GettextSource {
    private let bytes: [UInt8]
    private let isBigEndian: Bool
    private let language: LanguageTag

    /// A message with plural forms, and where it is among the messages.
    private struct Plural {
        let place: Int
        let forms: [String]
        let argument: MessageSelect.Argument
    }

    /// What is wrong with the file; there are no lines to point at.
    struct Failure: Error {
        let message: String
    }

    /// The messages of the one language that `source` holds; what is found wrong is added to `diagnostics`.
    static func read(
        _ source: CatalogSource, _ diagnostics: inout DiagnosticCollector
    ) -> [(LanguageTag, [Message])] {
        guard let language = source.requiredLanguage(&diagnostics) else { return [] }
        do {
            let reader = try GettextSource(source.bytes, language: language)
            return [(language, try reader.messages(&diagnostics))]
        } catch {
            diagnostics.error(error.message)
            return []
        }
    }

    private init(_ bytes: [UInt8], language: LanguageTag) throws(Failure) {
        self.bytes = bytes
        self.language = language
        switch bytes.prefix(4) {
        case [0xDE, 0x12, 0x04, 0x95]: isBigEndian = false
        case [0x95, 0x04, 0x12, 0xDE]: isBigEndian = true
        default: throw Failure(message: "the file does not begin as a .mo file does")
        }
    }

    private func messages(_ diagnostics: inout DiagnosticCollector) throws(Failure) -> [Message] {
        let revision = try number(at: 4)
        guard revision >> 16 <= 1 else { throw Failure(message: "the .mo file is of revision \(revision >> 16)") }
        if revision & 0xFFFF != 0 {
            diagnostics.warning("system-dependent messages of the .mo file will be missing")
        }
        let count = try number(at: 8)
        let keys = try number(at: 12)
        let texts = try number(at: 16)
        guard count <= CatalogFormat.maximumMessageCount else {
            throw Failure(
                message: "the .mo file states \(count) messages, more than \(CatalogFormat.maximumMessageCount)")
        }
        var result: [Message] = []
        var header = ""
        var plurals: [Plural] = []
        var size = 0
        for index in 0..<count {
            let key = try string(at: keys + index * 8, "key \(index)")
            let text = try string(at: texts + index * 8, "text \(index)")
            size += key.count + text.count
            // A million entries may name the same megabytes.
            guard size <= bytes.count else { throw Failure(message: "the strings of the .mo file overlap") }
            if key.isEmpty {
                header = String(decoding: text, as: UTF8.self)
                try checkCharacterSet(header)
                continue
            }
            let keys = Self.strings(in: key)
            if let plural = keys.dropFirst().first {
                plurals.append(
                    Plural(
                        place: result.count, forms: Self.strings(in: text),
                        argument: GettextPlurals.countingArgument(of: plural)))
            }
            result.append(Message(key: keys[0], text: String(decoding: text, as: UTF8.self)))
        }
        guard !plurals.isEmpty else { return result }
        // The header, which may stand behind them, tells how their forms are chosen.
        let rules = try pluralRules(header, &diagnostics)
        for plural in plurals {
            if plural.forms.count != rules.formCount {
                diagnostics.warning(
                    "\(quoted(result[plural.place].key)) has \(plural.forms.count) plural forms, not \(rules.formCount)"
                )
            }
            result[plural.place].content = rules.content(of: plural.forms, argument: plural.argument)
        }
        return result
    }

    /// The strings between NULs; of too many the rest is one.
    private static func strings(in bytes: ArraySlice<UInt8>) -> [String] {
        bytes.split(separator: 0, maxSplits: PluralFormula.largestFormCount, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// How plural forms become variants, by the header's `Plural-Forms`.
    private func pluralRules(
        _ header: String, _ diagnostics: inout DiagnosticCollector
    ) throws(Failure) -> GettextPlurals {
        let field = "plural-forms:"
        let line = header.split(separator: "\n").first { $0.lowercased().hasPrefix(field) }
        do {
            let formula = try line.map { (line) throws(PluralFormula.Failure) in
                try PluralFormula(header: line.dropFirst(field.count))
            }
            let rules = try GettextPlurals(formula ?? .germanic, language: language)
            if let number = rules.disagreement {
                diagnostics.warning(
                    "Plural-Forms of the .mo file and the plural rules of \(language) disagree about numbers such as "
                        + "\(number); the rules of \(language) are used")
            }
            return rules
        } catch {
            throw Failure(message: "Plural-Forms of the .mo file \(error.message)")
        }
    }

    private func number(at offset: Int) throws(Failure) -> Int {
        guard offset >= 0, offset <= bytes.count - 4 else {
            throw Failure(message: "the .mo file ends before its number at \(offset)")
        }
        let value = (0..<4).reduce(UInt32(0)) { value, place in
            value << 8 | UInt32(bytes[isBigEndian ? offset + place : offset + 3 - place])
        }
        return Int(value)
    }

    /// The string that a table describes at `offset`: inside the file, followed by NUL, UTF-8.
    private func string(at offset: Int, _ name: String) throws(Failure) -> ArraySlice<UInt8> {
        let size = try number(at: offset)
        let start = try number(at: offset + 4)
        guard start <= bytes.count, size < bytes.count - start, bytes[start + size] == 0 else {
            throw Failure(message: "\(name) of the .mo file, \(size) bytes at \(start), does not lie inside of it")
        }
        let string = bytes[start..<start + size]
        do {
            _ = try UTF8Span(validating: string.span)
        } catch {
            throw Failure(message: "\(name) of the .mo file is not UTF-8; convert it with msgconv -t UTF-8")
        }
        return string
    }

    /// The header's `charset`: all but UTF-8, of which ASCII is a part, must be converted first.
    private func checkCharacterSet(_ header: String) throws(Failure) {
        for line in header.split(separator: "\n") where line.lowercased().hasPrefix("content-type:") {
            let words = line.split { $0 == " " || $0 == ";" }
            guard let word = words.first(where: { $0.lowercased().hasPrefix("charset=") }) else { continue }
            let name = word.dropFirst("charset=".count).lowercased()
            guard ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) else {
                throw Failure(message: "the .mo file is in \(quoted(name)); convert it with msgconv -t UTF-8")
            }
        }
    }
}
