import JSON
import LinuxIO
import LocdInterface
import Testing

/// Something that a client should not send, or just about may, and what has to come of it.
struct Misdeed: Sendable {
    /// What has to come of it.
    enum Verdict: Sendable {
        /// The connection is closed without a word: what came is no call.
        case closed
        /// The call gets this error, which names this parameter if it is `InvalidParameter`; the connection goes on.
        case refused(String, parameter: String? = nil)
        /// The call gets `InvalidParameter` with this name, then the connection is closed: it is a call in form, but
        /// not one of Varlink's.
        case refusedAndClosed(parameter: String)
        /// So many good replies: nothing is wrong with it.
        case answered(Int = 1)
    }

    let name: String
    let bytes: [UInt8]
    /// Whether the client says that nothing more comes.
    let endsSending: Bool
    let verdict: Verdict

    /// Bytes as they are.
    init(_ name: String, bytes: [UInt8], endsSending: Bool = false, _ verdict: Verdict) {
        self.name = name
        self.bytes = bytes
        self.endsSending = endsSending
        self.verdict = verdict
    }

    /// A text and its NUL.
    init(_ name: String, message: String, _ verdict: Verdict) {
        self.init(name, bytes: Array(message.utf8) + [0], verdict)
    }

    /// A call.
    init(_ name: String, call method: String, _ parameters: String, _ verdict: Verdict) {
        self.init(name, message: WireClient.message(method, parameters), verdict)
    }

    /// A parameter that does not fit.
    static func invalid(_ parameter: String) -> Verdict {
        .refused("org.varlink.service.InvalidParameter", parameter: parameter)
    }

    // MARK: Doing it

    /// Does it over a connection of its own and expects what has to come of it.
    func commit(on daemon: DaemonFixture, descriptors: [Int32] = []) throws {
        try commit(over: try daemon.connect(), descriptors: descriptors)
    }

    /// Does it over this connection and expects what has to come of it.
    func commit(over client: WireClient, descriptors: [Int32] = []) throws {
        let comment = Comment(rawValue: name)
        // A daemon that has seen enough may close before all is sent.
        try client.send(bytes, descriptors: descriptors)
        if endsSending { try client.socket.shutdownSending() }
        switch verdict {
        case .closed: break
        case .refused(let error, let parameter):
            let answer = try client.answer()
            #expect(answer.error == error, comment)
            if let parameter { #expect(answer["parameter"]?.string == parameter, comment) }
        case .refusedAndClosed(let parameter):
            let answer = try client.answer()
            #expect(answer.error == "org.varlink.service.InvalidParameter", comment)
            #expect(answer["parameter"]?.string == parameter, comment)
        case .answered(let count):
            for _ in 0..<count { #expect(try client.answer().error == nil, comment) }
        }
        switch verdict {
        case .closed, .refusedAndClosed: #expect(try client.next() == nil, comment)
        case .refused, .answered:
            if endsSending {
                #expect(try client.next() == nil, comment)
            } else {
                #expect(try client.call(LocaleInterface.Get.name).error == nil, comment)
            }
        }
    }
}

extension DaemonFixture {
    /// Does each of these, and expects that it comes to nothing but its verdict.
    func suffer(_ misdeeds: [Misdeed]) throws {
        let watch = try DaemonWatch(self)
        for misdeed in misdeeds {
            try misdeed.commit(on: self)
            try watch.expectUnchanged(misdeed.name)
        }
        try watch.expectNothingLeft()
    }
}
