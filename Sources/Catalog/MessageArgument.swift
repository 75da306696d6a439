/// A value that is put into a message.
///
/// Numbers keep how they are shown: `1.0` and `1` are different texts and, in many languages, different plurals.
public enum MessageArgument: Hashable, Sendable {
    /// Text, put in as it is: nothing in it is ever taken for a specifier or markup.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number in decimal notation as it is to be shown: an optional sign, digits, optionally a point and digits,
    /// optionally an exponent (`e`, or `c` for CLDR's compact numbers). `%d`, `%f` and plurals treat any other text as
    /// the wrong type; `%@` shows it.
    case decimal(String)

    /// A text argument of any kind of string.
    public init(_ text: some StringProtocol) {
        self = .text(String(text))
    }

    /// An integer of any width; one that does not fit 64 bits keeps its decimal digits.
    public init(_ value: some BinaryInteger) {
        self = Int64(exactly: value).map(MessageArgument.integer) ?? .decimal(String(value))
    }

    /// The shortest decimal that reads back as `value`. What is not finite has none and is a text (`nan`, `inf`).
    public init(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        self = value.isFinite ? .decimal(value.description) : .text(value.description)
    }
}

extension MessageArgument: ExpressibleByStringInterpolation {
    /// A text argument.
    public init(stringLiteral value: String) {
        self = .text(value)
    }
}

extension MessageArgument: ExpressibleByIntegerLiteral {
    /// An integer argument.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }
}

extension MessageArgument: ExpressibleByFloatLiteral {
    /// A decimal argument; `1.50` is shown as `1.5`.
    public init(floatLiteral value: Double) {
        self.init(value)
    }
}

/// All arguments of one call.
///
/// Each kind fills only its own places: without positional arguments `%@` and `%%` stay as they stand, without
/// named ones `{name}` does. Placeholders are taken from the text first (see `Placeholder`).
package struct MessageArguments: Hashable, Sendable {
    /// For `%@`, `%d`, `%1$@` and so on; superfluous ones are ignored.
    package var positional: [MessageArgument]
    /// For `{name}` and `{{name}}`; of two with one name the first counts.
    package var named: [NamedArgument]
    package var placeholders: [Placeholder]

    package init(
        _ positional: [MessageArgument] = [], named: [NamedArgument] = [], placeholders: [Placeholder] = []
    ) {
        self.positional = positional
        self.named = named
        self.placeholders = placeholders
    }

    /// Whether nothing is to be put in, so that a text is used verbatim.
    package var isEmpty: Bool { positional.isEmpty && named.isEmpty && placeholders.isEmpty }
}

/// A value for `{name}`.
package struct NamedArgument: Hashable, Sendable {
    package var name: String
    package var value: MessageArgument

    package init(_ name: String, _ value: MessageArgument) {
        self.name = name
        self.value = value
    }
}

/// A value for a token of the caller's choice, such as `%name%` or `[n]`.
///
/// Tokens are looked for in one pass from left to right, at each place the longest first; every occurrence is
/// replaced and inserted text is never looked at again. A token takes precedence over a specifier that it touches.
/// An empty token is ignored, of two equal ones the first counts.
package struct Placeholder: Hashable, Sendable {
    package var token: String
    package var value: MessageArgument

    package init(_ token: String, _ value: MessageArgument) {
        self.token = token
        self.value = value
    }
}
