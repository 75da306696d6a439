/// A place in a text where an argument goes, or a `%%`.
///
/// Its record in a catalog: offset u32 and size u32 in the text, position u16 (of a positional argument, from 0),
/// width u16 (of a select both together are its offset in the selects section), precision u8 (255: none), conversion u8
/// (ASCII), flags u8, zero u8.
package struct TemplateSpecifier: Hashable, Sendable {
    @inlinable package static var recordSize: Int { 16 }
    /// Widths above it are no specifiers: an argument is not to fill the memory.
    package static let maximumWidth = 200
    package static let maximumPrecision = 20
    /// Largest number before a `$`.
    package static let maximumPosition = 999

    /// What becomes of the argument.
    package enum Conversion: UInt8, Sendable {
        /// `%@`, `%s`: the argument as it is shown.
        case shown = 0x40
        /// `%d`, `%i`: a whole number.
        case signed = 0x64
        /// `%u`: a whole number not below zero.
        case unsigned = 0x75
        /// `%x`, `%X`, `%o`: a whole number not below zero in another base.
        case lowercaseHexadecimal = 0x78
        case uppercaseHexadecimal = 0x58
        case octal = 0x6F
        /// `%f`: a number with a fixed count of decimal places, six unless the precision says otherwise.
        case fixed = 0x66
        /// `%%`: a percent sign.
        case percent = 0x25
        /// `{name}`.
        case named = 0x7B
        /// `{{name}}`.
        case doublyNamed = 0x7D
        /// A variant, which an argument chooses; stands in catalogs only.
        case select = 0x3F
    }

    /// What stands between `%` and the width.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// `-`: padding goes to the right.
        package static let left = Flags(rawValue: 1)
        /// `0`: padding with zeros after the sign.
        package static let zero = Flags(rawValue: 2)
        /// `+`: a sign before positive numbers too.
        package static let plus = Flags(rawValue: 4)
        /// `#`: a prefix `0x` or `0`, a point even without decimal places.
        package static let alternate = Flags(rawValue: 8)
    }

    /// First byte in the text, and number of bytes.
    package var offset: Int
    package var size: Int
    package var conversion: Conversion
    /// Which positional argument, from 0; of a select its offset in the catalog; nothing for names and `%%`.
    package var position: Int
    package var flags: Flags
    package var width: Int
    package var precision: Int?

    package init(
        offset: Int, size: Int, conversion: Conversion, position: Int = 0, flags: Flags = [], width: Int = 0,
        precision: Int? = nil
    ) {
        self.offset = offset
        self.size = size
        self.conversion = conversion
        self.position = position
        self.flags = flags
        self.width = width
        self.precision = precision
    }

    /// The bytes of the name in the text, for `{name}` and `{{name}}`.
    package var nameRange: Range<Int>? {
        switch conversion {
        case .named: offset + 1..<offset + size - 1
        case .doublyNamed: offset + 2..<offset + size - 2
        default: nil
        }
    }

    /// Whether neither flags nor numbers tell how the argument is to look.
    var isPlain: Bool { flags.isEmpty && width == 0 && precision == nil }

    /// Whether a positional argument goes here.
    package var isPositional: Bool {
        switch conversion {
        case .named, .doublyNamed, .percent, .select: false
        default: true
        }
    }
}

extension TemplateSpecifier {
    private static let noPrecision: UInt8 = 255

    /// Appends the specifier's record.
    package func encode(to bytes: inout [UInt8]) {
        let argument = conversion == .select ? UInt32(position) : UInt32(position) | UInt32(width) << 16
        for number in [UInt32(offset), UInt32(size), argument] {
            bytes.append(littleEndian: number)
        }
        bytes.append(precision.map(UInt8.init) ?? Self.noPrecision)
        bytes.append(conversion.rawValue)
        bytes.append(flags.rawValue)
        bytes.append(0)
    }

    /// Reads the record at `position`; nil when it does not lie inside, or holds what no specifier has.
    @inline(__always)
    init?(record bytes: UnsafeRawBufferPointer, at position: Int) {
        guard let start = bytes.baseAddress, position <= bytes.count - Self.recordSize else { return nil }
        let record = unsafe CatalogBytes(start: start + position, count: Self.recordSize)
        guard let conversion = Conversion(rawValue: record.uint8(at: 13)) else { return nil }
        offset = Int(record.uint32(at: 0))
        size = Int(record.uint32(at: 4))
        self.conversion = conversion
        self.position = conversion == .select ? Int(record.uint32(at: 8)) : Int(record.uint16(at: 8))
        width = conversion == .select ? 0 : Int(record.uint16(at: 10))
        let precision = record.uint8(at: 12)
        self.precision = precision == Self.noPrecision ? nil : Int(precision)
        flags = Flags(rawValue: record.uint8(at: 14))
        guard width <= Self.maximumWidth, self.precision ?? 0 <= Self.maximumPrecision, size >= minimumSize else {
            return nil
        }
    }

    private var minimumSize: Int {
        switch conversion {
        case .named: 3
        case .doublyNamed: 5
        case .select: 0
        default: 2
        }
    }
}
