import Catalog

extension CatalogWriter {
    /// Whether metadata, keys and texts fit a catalog.
    func checkLimits(_ diagnostics: inout DiagnosticCollector) -> Bool {
        let found = diagnostics.hasErrors
        let metadata = set.metadata
        if !(1...CatalogFormat.maximumLanguageSize).contains(metadata.language.utf8.count) {
            diagnostics.error("“\(metadata.language)” is no language tag")
        }
        if ![0, CatalogFormat.sourceDigestSize].contains(metadata.sourceDigest.count) {
            diagnostics.error("the source digest has \(metadata.sourceDigest.count) bytes, not 32")
        }
        if set.messages.count > CatalogFormat.maximumMessageCount {
            diagnostics.error(
                "there are \(set.messages.count) messages, more than \(CatalogFormat.maximumMessageCount)")
        }
        var textSize = 0
        for message in set.messages {
            textSize += message.key.utf8.count + check(message, &diagnostics) + 2
        }
        if textSize > Int(UInt32.max) {
            diagnostics.error("the messages have \(textSize) bytes, more than a catalog holds")
        }
        return found == diagnostics.hasErrors
    }

    /// Checks a message; gives the size of its texts in a catalog.
    private func check(_ message: Message, _ diagnostics: inout DiagnosticCollector) -> Int {
        checkKey(of: message, &diagnostics)
        var check = ContentCheck()
        do {
            try check.run(message.content)
            let markup = message.isAttributed ? message.content.markupFindings : []
            for finding in [check.suspiciousContent].compactMap({ $0 }) + markup {
                diagnostics.warning("message \(quoted(message.key)): \(finding)", at: message.position)
            }
        } catch {
            diagnostics.error(
                "the text of \(quoted(message.key)) \(error.message)", at: error.position ?? message.position)
        }
        return check.size
    }

    private func checkKey(of message: Message, _ diagnostics: inout DiagnosticCollector) {
        let keySize = message.key.utf8.count
        if keySize == 0 {
            diagnostics.error("a key is empty", at: message.position)
        } else if keySize > CatalogFormat.maximumKeySize {
            diagnostics.error(
                "the key \(quoted(message.key)) has \(keySize) bytes, more than \(CatalogFormat.maximumKeySize)",
                at: message.position)
        } else if message.key.utf8.contains(0) {
            diagnostics.error("the key \(quoted(message.key)) holds NUL", at: message.position)
        }
    }

    /// Whether no two keys have the same bytes. Keys that differ only in Unicode normalisation are two keys.
    func checkUniqueness(of keys: SortedKeys, _ diagnostics: inout DiagnosticCollector) -> Bool {
        let duplicates = keys.duplicates()
        for (first, second) in duplicates {
            let place = set.messages[first].position.map { "; the first is in line \($0.line)" } ?? ""
            diagnostics.error(
                "the key \(quoted(set.messages[second].key)) is there twice\(place)",
                at: set.messages[second].position)
        }
        return duplicates.isEmpty
    }
}

extension Diagnostic {
    /// A key as a finding shows it: in quotation marks, cut after 64 characters, control characters escaped.
    package static func quoted(_ key: some StringProtocol) -> String { CatalogBuilder.quoted(String(key)) }
}

/// As `Diagnostic.quoted`.
func quoted(_ key: String) -> String {
    var shown = "“"
    for scalar in key.unicodeScalars.prefix(64) {
        if scalar.value < 0x20 || scalar.value == 0x7F {
            shown += scalar.escaped(asASCII: true)
        } else {
            shown.unicodeScalars.append(scalar)
        }
    }
    return shown + (key.unicodeScalars.dropFirst(64).isEmpty ? "”" : "…”")
}
