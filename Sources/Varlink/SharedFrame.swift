import JSON

/// The bytes of one message, terminator included, made once and sent to any number of peers.
package final class SharedFrame: Sendable {
    /// The message's JSON and its NUL.
    package let bytes: [UInt8]

    private init(_ writer: consuming JSONWriter) {
        var bytes = writer.finish()
        bytes.append(0)
        self.bytes = bytes
    }

    /// A reply.
    ///
    /// - Parameters:
    ///   - parameters: an object's JSON text, compact; `{}` is left out of the message.
    ///   - continues: whether further replies to the same call follow.
    package convenience init(replyJSON parameters: [UInt8], continues: Bool = false) {
        var writer = JSONWriter()
        writer.reserveCapacity(parameters.count + 40)
        writer.beginObject()
        writer.addParameters(parameters)
        if continues {
            writer.name("continues")
            writer.bool(true)
        }
        writer.endObject()
        self.init(writer)
    }

    /// A reply with the members of an encodable value.
    ///
    /// - Throws: what encoding throws; a value whose members are all finite numbers, strings and the like never does.
    package convenience init(reply parameters: some Encodable, continues: Bool = false) throws {
        self.init(replyJSON: try JSONEncoder().encode(parameters), continues: continues)
    }

    /// An error reply.
    package convenience init(error: VarlinkError) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("error")
        writer.string(error.name)
        writer.addParameters(error.parameters.serialized())
        writer.endObject()
        self.init(writer)
    }

    /// A call of a method.
    ///
    /// - Throws: what encoding throws; parameters whose members are all finite numbers, strings and the like never do.
    package convenience init<Method: VarlinkMethod>(
        calling method: Method.Type, _ parameters: Method.Parameters, mode: CallMode
    ) throws {
        self.init(method: method.name, parametersJSON: try JSONEncoder().encode(parameters), mode: mode)
    }

    /// A call.
    ///
    /// - Parameter parameters: an object's JSON text, compact; `{}` is left out of the message.
    package convenience init(method: String, parametersJSON parameters: [UInt8], mode: CallMode) {
        var writer = JSONWriter()
        writer.reserveCapacity(parameters.count + method.utf8.count + 40)
        writer.beginObject()
        writer.name("method")
        writer.string(method)
        writer.addParameters(parameters)
        switch mode {
        case .single: break
        case .oneway:
            writer.name("oneway")
            writer.bool(true)
        case .more:
            writer.name("more")
            writer.bool(true)
        }
        writer.endObject()
        self.init(writer)
    }
}

extension JSONWriter {
    /// Writes `parameters` unless the object is empty: senders should leave it out then.
    fileprivate mutating func addParameters(_ json: [UInt8]) {
        guard json != [UInt8(ascii: "{"), UInt8(ascii: "}")] else { return }
        name("parameters")
        raw(json)
    }
}
