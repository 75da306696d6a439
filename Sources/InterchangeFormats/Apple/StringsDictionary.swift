// Apple's .stringsdict: a property list with a dictionary for each key. NSStringLocalizedFormatKey is a text in which
// %#@name@ stands for a variable; every variable is a dictionary of the texts for the categories of a number, in which
// variables may stand again. Source: Apple, "Stringsdict File Format".
//
// A variable takes an argument as a specifier does: that of its N$, else the next one. In its texts counting goes on from
// its own argument: %d is the number that chose the text. All positions are written out here, so that nothing depends on
// where a piece came from.

import Catalog
import CatalogBuilder
import LanguageTags

/// Reads messages from a .stringsdict file.
enum StringsDictionary {
    /// Variables within variables.
    private static let maximumDepth = CatalogFormat.maximumSelectDepth

    /// Something that cannot be a message, and where.
    struct Failure: Error {
        let message: String
        let position: SourcePosition
    }

    /// The messages of the one language that `source` holds; what is found wrong is added to `diagnostics`.
    static func read(
        _ source: CatalogSource, _ diagnostics: inout DiagnosticCollector
    ) -> [(LanguageTag, [Message])] {
        guard let language = source.requiredLanguage(&diagnostics) else { return [] }
        do throws(XMLReader.Failure) {
            let list = try PropertyList(parsing: source.bytes)
            guard let entries = list.members else {
                diagnostics.error("a dictionary of keys was expected")
                return []
            }
            var messages: [Message] = []
            for entry in entries {
                do throws(Failure) {
                    messages.append(try message(entry))
                } catch {
                    diagnostics.error("the text of \(quoted(entry.key)) \(error.message)", at: error.position)
                }
            }
            return [(language, messages)]
        } catch {
            diagnostics.error(error.message, at: error.position)
            return []
        }
    }

    private static func message(_ entry: PropertyList.Member) throws(Failure) -> Message {
        guard let members = entry.value.members else {
            throw Failure(message: "is no dictionary", position: entry.position)
        }
        guard let format = members["NSStringLocalizedFormatKey"]?.text else {
            throw Failure(message: "has no NSStringLocalizedFormatKey", position: entry.position)
        }
        let variables = StringsVariables(members: members, position: entry.position)
        var next = 0
        let content = try variables.content(of: format, next: &next, depth: 0)
        return Message(key: entry.key, content: content, position: entry.position)
    }

    fileprivate static func checkDepth(_ depth: Int, _ name: String, at position: SourcePosition) throws(Failure) {
        guard depth < maximumDepth else {
            throw Failure(
                message: "has variables nested deeper than \(maximumDepth), at %#@\(name)@", position: position)
        }
    }
}

/// The variables of one key.
private struct StringsVariables {
    let members: [PropertyList.Member]
    let position: SourcePosition

    /// A text with its variables in place. `next` is the argument of the next specifier without a position, from 0.
    func content(of text: String, next: inout Int, depth: Int) throws(StringsDictionary.Failure) -> MessageContent {
        var pieces: [MessageContent] = []
        for piece in StringsFormat.pieces(of: text, next: &next) {
            switch piece {
            case .text(let text): pieces.append(.text(text))
            case .variable(let name, let argument):
                try StringsDictionary.checkDepth(depth, name, at: position)
                pieces.append(try select(name, argument: argument, depth: depth + 1))
            }
        }
        return pieces.count == 1 ? pieces[0] : .sequence(pieces)
    }

    private func select(
        _ name: String, argument: Int, depth: Int
    ) throws(StringsDictionary.Failure) -> MessageContent {
        guard let variable = members.first(where: { $0.key == name }) else {
            throw .init(message: "asks for the variable \(quoted(name)), which is not there", position: position)
        }
        guard let texts = variable.value.members else {
            throw .init(message: "has no dictionary for \(quoted(name))", position: variable.position)
        }
        if let type = texts["NSStringFormatSpecTypeKey"]?.text, type != "NSStringPluralRuleType" {
            throw .init(
                message: "chooses by \(quoted(type)); only NSStringPluralRuleType is known",
                position: variable.position)
        }
        var variants: [MessageSelect.Variant] = []
        for member in texts where !member.key.hasPrefix("NSString") {
            guard let category = PluralCategory(keyword: member.key) else {
                throw .init(
                    message: "has a text for \(quoted(member.key)), which is no category", position: member.position)
            }
            guard let text = member.value.text else {
                throw .init(message: "has no string for \(member.key)", position: member.position)
            }
            var next = argument
            // Apple shows `zero` for exactly 0 in every language.
            let selector: MessageSelect.Selector = category == .zero ? .exact(0) : .category(category)
            variants.append(.init(selector, try content(of: text, next: &next, depth: depth)))
        }
        return .select(
            MessageSelect(.cardinal, on: .position(argument), variants: variants, position: variable.position))
    }
}

/// A format of Apple's, cut at its variables.
enum StringsFormat {
    enum Piece: Equatable {
        /// A text whose specifiers all have positions.
        case text(String)
        /// `%#@name@`, and the argument that chooses, from 0.
        case variable(String, argument: Int)
    }

    /// Never fails: what cannot be read is text.
    static func pieces(of format: String, next: inout Int) -> [Piece] {
        var pieces: [Piece] = []
        var text = ""
        var rest = Array(format)[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                text.append(character)
                continue
            }
            let explicit = position(&rest)
            if rest.starts(with: ["#", "@"]), let end = rest.dropFirst(2).firstIndex(of: "@") {
                if !text.isEmpty { pieces.append(.text(text)) }
                text = ""
                let argument = explicit ?? next
                pieces.append(.variable(String(rest[rest.startIndex + 2..<end]), argument: argument))
                next = argument + 1
                rest = rest[(end + 1)...]
            } else if let explicit {
                text += "%\(explicit + 1)$"
            } else if rest.first == "%" {
                text += "%%"
                rest.removeFirst()
            } else if StringsFormat.isSpecifier(rest) {
                text += "%\(next + 1)$"
                next += 1
            } else {
                text.append("%")
            }
        }
        if !text.isEmpty || pieces.isEmpty { pieces.append(.text(text)) }
        return pieces
    }

    /// Takes `N$`; gives the argument, from 0.
    private static func position(_ rest: inout ArraySlice<Character>) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, rest.dropFirst(digits.count).first == "$", let number = Int(String(digits)),
            (1...TemplateSpecifier.maximumPosition).contains(number)
        else { return nil }
        rest = rest.dropFirst(digits.count + 1)
        return number - 1
    }

    /// Whether what follows a `%` makes it a specifier, as templates have them.
    private static func isSpecifier(_ rest: ArraySlice<Character>) -> Bool {
        let text = Array("%\(String(rest.prefix(16)))".utf8)
        return TemplateParser(text.span).specifiers.first.map { $0.offset == 0 && $0.conversion != .percent } ?? false
    }
}
