import CSystemd

/// One `sd_bus_message`, owned: the values of Swift in and out of it.
@safe struct BusMessage: ~Copyable {
    let message: OpaquePointer

    /// The most values that a message is read to: a peer decides how many it sends.
    static let maximumValues = 4096
    /// The deepest nesting that is read; the bus itself allows 64.
    static let maximumDepth = 8

    private init(owning message: OpaquePointer) {
        unsafe self.message = message
    }

    /// A method call that is ready to be sent.
    static func calling(_ call: BusMethodCall, on bus: OpaquePointer) throws(BusError) -> BusMessage {
        var made: OpaquePointer?
        let result = unsafe sd_bus_message_new_method_call(
            bus, &made, call.destination, call.path, call.interface, call.member)
        guard result >= 0, let made = unsafe made else { throw malformed(call.member, result) }
        let message = unsafe BusMessage(owning: made)
        for argument in call.arguments { try message.append(argument, of: call.member) }
        return message
    }

    /// Holds a message that sd-bus owns.
    init(holding message: OpaquePointer) {
        // A reference more to a live message is the message itself.
        unsafe self.message = sd_bus_message_ref(message)!
    }

    deinit {
        unsafe sd_bus_message_unref(message)
    }

    /// Sends a method call that asks for no answer. What the socket does not take waits in sd-bus's queue.
    func sendAlone() throws(BusError) {
        var result = unsafe sd_bus_message_set_expect_reply(message, 0)
        if result >= 0 { result = unsafe sd_bus_message_send(message) }
        if result < 0 { throw BusError(.unreachable, "the bus cannot be told (error \(-result))") }
    }

    /// The error that this message is; nil for one that is none.
    var error: BusError? {
        guard let error = unsafe sd_bus_message_get_error(message), let name = unsafe error.pointee.name else {
            return nil
        }
        let text = unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? ""
        let errorName = unsafe String(cString: name)
        return BusError(.refused(errorName), text.isEmpty ? errorName : "\(text) (\(errorName))")
    }

    /// All values of the body.
    func values() throws(BusError) -> [BusValue] {
        var budget = BusMessage.maximumValues
        return try values(depth: 0, &budget)
    }

    private static func malformed(_ what: String, _ result: Int32) -> BusError {
        BusError(.malformed, "\(what): not a message of the bus (error \(-result))")
    }
}

// MARK: Writing

extension BusMessage {
    private func append(_ value: BusValue, of member: String) throws(BusError) {
        let result =
            switch value {
            case .boolean(let value): append("b", Int32(value ? 1 : 0))
            case .int32(let value): append("i", value)
            case .uint32(let value): append("u", value)
            case .uint64(let value): append("t", value)
            case .string(let text): try append(text, of: member)
            case .variant(let inner): try append("v", inner.signature, [inner], of: member)
            case .structure(let members):
                try append("r", members.map(\.signature).joined(), members, of: member)
            case .array(let element, let elements): try append("a", element, elements, of: member)
            case .entry(let key, let inner):
                try append("e", key.signature + inner.signature, [key, inner], of: member)
            }
        if result < 0 { throw BusMessage.malformed(member, result) }
    }

    private func append(_ text: String, of member: String) throws(BusError) -> Int32 {
        // It would silently shorten the text.
        if text.utf8.contains(0) { throw BusError(.malformed, "\(member): a text with a NUL byte") }
        return unsafe sd_bus_message_append_basic(message, Character("s").code, text)
    }

    private func append<Number: BitwiseCopyable>(_ type: Character, _ number: Number) -> Int32 {
        unsafe withUnsafePointer(to: number) { unsafe sd_bus_message_append_basic(message, type.code, $0) }
    }

    private func append(
        _ type: Character, _ contents: String, _ values: [BusValue], of member: String
    ) throws(BusError) -> Int32 {
        let opened = unsafe sd_bus_message_open_container(message, type.code, contents)
        if opened < 0 { return opened }
        for value in values { try append(value, of: member) }
        return unsafe sd_bus_message_close_container(message)
    }
}

// MARK: Reading

extension BusMessage {
    /// The values up to the end of the container that the reader is in.
    private func values(depth: Int, _ budget: inout Int) throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>?
            let result = unsafe sd_bus_message_peek_type(message, &type, &contents)
            if result < 0 { throw BusMessage.malformed("answer", result) }
            if result == 0 { return values }
            budget -= 1
            if budget < 0 || depth > BusMessage.maximumDepth {
                throw BusError(.malformed, "answer: more values than locd reads (\(BusMessage.maximumValues))")
            }
            let signature = unsafe contents.map { unsafe String(cString: $0) } ?? ""
            values.append(try value(Character(type), signature, depth, &budget))
        }
    }

    private func value(
        _ type: Character, _ contents: String, _ depth: Int, _ budget: inout Int
    ) throws(BusError) -> BusValue {
        switch type {
        case "b": return .boolean(try number(type, Int32(0)) != 0)
        case "i": return .int32(try number(type, 0))
        case "u": return .uint32(try number(type, 0))
        case "t": return .uint64(try number(type, 0))
        case "s": return .string(try text())
        case "a": return .array(of: contents, try container(type, contents, depth, &budget))
        case "r": return .structure(try container(type, contents, depth, &budget))
        case "v":
            // A variant holds exactly one value; sd-bus has checked that.
            return .variant(try container(type, contents, depth, &budget)[0])
        case "e":
            let pair = try container(type, contents, depth, &budget)
            return .entry(pair[0], pair[1])
        default: throw BusError(.malformed, "answer: a value of type \(type), which locd does not read")
        }
    }

    private func container(
        _ type: Character, _ contents: String, _ depth: Int, _ budget: inout Int
    ) throws(BusError) -> [BusValue] {
        let entered = unsafe sd_bus_message_enter_container(message, type.code, contents)
        if entered <= 0 { throw BusMessage.malformed("answer", entered) }
        let inner = try values(depth: depth + 1, &budget)
        let left = unsafe sd_bus_message_exit_container(message)
        if left < 0 { throw BusMessage.malformed("answer", left) }
        return inner
    }

    private func number<Number: BitwiseCopyable>(_ type: Character, _ zero: Number) throws(BusError) -> Number {
        var number = zero
        let result = unsafe withUnsafeMutablePointer(to: &number) {
            unsafe sd_bus_message_read_basic(message, type.code, $0)
        }
        if result <= 0 { throw BusMessage.malformed("answer", result) }
        return number
    }

    private func text() throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        let result = unsafe withUnsafeMutablePointer(to: &text) {
            unsafe sd_bus_message_read_basic(message, Character("s").code, $0)
        }
        guard result > 0, let text = unsafe text else { throw BusMessage.malformed("answer", result) }
        return unsafe String(cString: text)
    }
}

extension Character {
    /// A type's letter as C has it; the letters are ASCII.
    fileprivate var code: CChar { CChar(asciiValue ?? 0) }

    fileprivate init(_ code: CChar) {
        self.init(UnicodeScalar(UInt8(bitPattern: code)))
    }
}
