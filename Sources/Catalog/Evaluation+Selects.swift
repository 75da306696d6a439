extension Evaluation {
    /// The index of the variant that the select's argument chooses: the first that is for exactly this number or word,
    /// else the one for its category, else `other`, the last. An argument that is not there, or no number where one is
    /// wanted, is a failure and chooses `other`; where the call has no arguments of the kind at all it is none.
    mutating func chosenVariant(of select: SelectRecord, by rules: PluralRules) -> Int {
        let other = select.variantCount - 1
        guard let argument = argument(of: select) else { return other }
        if select.kind == .word {
            return unsafe argument.withShownBytes { unsafe select.variant(forWord: $0) } ?? other
        }
        guard let number = PluralNumber(argument) else {
            fail(.wrongArgumentType, at: select.argumentDescription)
            return other
        }
        let program = select.kind == .ordinal ? rules.ordinal : rules.cardinal
        return select.variant(for: number, program) ?? other
    }

    private mutating func argument(of select: SelectRecord) -> MessageArgument? {
        if let name = select.name {
            if !arguments.hasNamed { return nil }
            if let argument = unsafe arguments.named(UnsafeRawBufferPointer(name.buffer)) { return argument }
        } else {
            if !arguments.hasPositional { return nil }
            if let argument = arguments.positional(select.position) { return argument }
        }
        fail(.missingArgument, at: select.argumentDescription)
        return nil
    }
}

/// A number that chooses among variants.
private struct PluralNumber {
    let operands: PluralOperands
    let isNegative: Bool

    /// Nil when the argument is none.
    init?(_ argument: MessageArgument) {
        switch argument {
        case .text:
            return nil
        case .integer(let value):
            operands = PluralOperands(value)
            isNegative = value < 0
        case .decimal(let text):
            guard let operands = PluralOperands(decimal: text.utf8Span.span) else { return nil }
            self.operands = operands
            isNegative = text.utf8.first == UInt8(ascii: "-")
        }
    }

    /// Whether it has this value, however it is shown.
    func isExactly(_ value: Int64) -> Bool {
        operands.trimmedFraction == 0 && operands.whole == value.magnitude
            && (value == 0 || isNegative == (value < 0))
    }
}

extension SelectRecord {
    fileprivate func variant(for number: PluralNumber, _ program: PluralProgram) -> Int? {
        let wanted = program.category(of: number.operands).rawValue
        var found: Int?
        for index in 0..<variantCount {
            let selector = selectorCode(index)
            if selector == Self.exactSelector {
                if number.isExactly(exactValue(index)) { return index }
            } else if selector == wanted, found == nil {
                found = index
            }
        }
        return found
    }

    fileprivate func variant(forWord word: UnsafeRawBufferPointer) -> Int? {
        for index in 0..<variantCount {
            if selectorCode(index) == Self.wordSelector, let own = self.word(index), unsafe own.isEqual(to: word) {
                return index
            }
        }
        return nil
    }

    /// The argument as a sentence about it says.
    fileprivate var argumentDescription: String {
        "the choice among variants (\(name.map { "{\($0.string)}" } ?? "argument \(position + 1)"))"
    }
}

extension String {
    /// Whether the UTF-8 of the string is exactly `bytes`; nothing is normalised.
    func isEqual(to bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe utf8Span.span.withUnsafeBufferPointer { own in
            guard own.count == bytes.count, let left = own.baseAddress,
                let right = bytes.baseAddress
            else { return unsafe own.isEmpty && bytes.isEmpty }
            return unsafe equalBytes(left, right, own.count)
        }
    }
}
