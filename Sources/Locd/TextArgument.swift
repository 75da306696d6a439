// The library's users name arguments and read attributed texts; nothing else of the module is public.
@_exported public import struct Catalog.AttributedText
@_exported public import enum Catalog.MessageArgument
@_exported public import enum Catalog.TextAlignment
@_exported public import struct Catalog.TextAttributes
@_exported public import struct Catalog.TextColor
@_exported public import struct Catalog.TextImage

/// A value that can be put into a text: strings, integers and floating-point numbers.
///
/// A number that has to be shown in a certain way is given as it is shown: `MessageArgument.decimal("1.50")`.
public protocol TextArgument: Sendable {
    /// The value as texts take it.
    var messageArgument: MessageArgument { get }
}

extension MessageArgument: TextArgument {
    /// Itself.
    public var messageArgument: MessageArgument { self }
}

extension TextArgument where Self: StringProtocol {
    /// The characters, put in as they are: what looks like a place for an argument in them stays text.
    public var messageArgument: MessageArgument { MessageArgument(self) }
}

extension TextArgument where Self: BinaryInteger {
    /// The number in decimal digits.
    public var messageArgument: MessageArgument { MessageArgument(self) }
}

extension TextArgument where Self: BinaryFloatingPoint & CustomStringConvertible {
    /// The shortest decimal number that reads back as the same value.
    public var messageArgument: MessageArgument { MessageArgument(self) }
}

extension String: TextArgument {
    /// The characters, put in as they are.
    public var messageArgument: MessageArgument { .text(self) }
}

extension Int: TextArgument {
    /// The number in decimal digits.
    public var messageArgument: MessageArgument { .integer(Int64(self)) }
}

extension Int64: TextArgument {
    /// The number in decimal digits.
    public var messageArgument: MessageArgument { .integer(self) }
}

extension Substring: TextArgument {}
extension Int32: TextArgument {}
extension UInt: TextArgument {}
extension UInt64: TextArgument {}
extension UInt32: TextArgument {}
extension Double: TextArgument {}
extension Float: TextArgument {}
