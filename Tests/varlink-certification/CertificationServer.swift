import JSON
import LinuxIO
import Varlink
import VarlinkTransport

/// Serves `org.varlink.certification`.
struct CertificationServer {
    private static let maximumClients = 1000

    let server: VarlinkServer

    /// What is due next from each client, and the clients in the order they came.
    private final class Clients {
        var due: [String: String] = [:]
        var order: [String] = []
    }

    init() throws {
        let table = ServiceTable(
            vendor: "locd", product: "Varlink certification", version: "1", url: "https://varlink.org/",
            interfaces: [try InterfaceDescription(parsing: certificationInterface)])
        let clients = Clients()
        server = try VarlinkServer(
            table: table, log: { refusal in complain("\(refusal)") },
            handler: { connection, call throws(VarlinkError) in try Self.answer(connection, call, clients) })
    }

    /// Serves until nobody is connected and nobody can connect.
    func run() throws {
        while !server.isFinished { try server.process(waiting: nil) }
    }

    private static func answer(
        _ connection: ServerConnection, _ call: ServiceCall, _ clients: Clients
    ) throws(VarlinkError) {
        let step = Step(connection: connection, call: call, clients: clients)
        switch call.method {
        case Start.name: try step.start()
        case Test01.name: try step.answer(Test01.self, Empty(), BoolValue(bool: true), next: Test02.name)
        case Test02.name: try step.answer(Test02.self, BoolValue(bool: true), IntValue(int: 1), next: Test03.name)
        case Test03.name: try step.answer(Test03.self, IntValue(int: 1), FloatValue(float: 1), next: Test04.name)
        case Test04.name:
            try step.answer(Test04.self, FloatValue(float: 1), StringValue(string: "ping"), next: Test05.name)
        case Test05.name:
            try step.answer(Test05.self, StringValue(string: "ping"), Expected.scalars, next: Test06.name)
        case Test06.name:
            try step.answer(Test06.self, Expected.scalars, StructValue(struct: Expected.scalars), next: Test07.name)
        case Test07.name:
            try step.answer(
                Test07.self, StructValue(struct: Expected.scalars), MapValue(map: Expected.map), next: Test08.name)
        case Test08.name:
            try step.answer(Test08.self, MapValue(map: Expected.map), SetValue(set: Expected.set), next: Test09.name)
        case Test09.name:
            try step.answer(
                Test09.self, SetValue(set: Expected.set), MyTypeValue(mytype: Expected.mytype), next: Test10.name)
        case Test10.name: try step.replyTenTimes()
        case Test11.name:
            try step.answer(
                Test11.self, Replies(texts: Expected.replies), NoParameters(), mode: .oneway, next: End.name)
        case End.name: try step.end()
        default: throw .methodNotImplemented(call.method)
        }
    }

    /// One call of one client.
    private struct Step {
        let connection: ServerConnection
        let call: ServiceCall
        let clients: Clients

        func start() throws(VarlinkError) {
            let id = String(UInt64.random(in: .min ... .max), radix: 16)
            clients.due[id] = Test01.name
            clients.order.append(id)
            if clients.order.count > maximumClients { clients.due[clients.order.removeFirst()] = nil }
            connection.reply(try frame(ClientID(value: id)))
        }

        func answer<Method: CertificationMethod, Values>(
            _ method: Method.Type, _ wanted: Values, _ reply: Method.Reply, mode: CallMode = .single, next: String?
        ) throws(VarlinkError) where Method.Parameters == Request<Values> {
            try check(method, wanted, mode: mode, next: next)
            connection.reply(try frame(reply))
        }

        func replyTenTimes() throws(VarlinkError) {
            try check(Test10.self, MyTypeValue(mytype: Expected.mytype), mode: .more, next: Test11.name)
            for text in Expected.replies.dropLast() {
                connection.replyContinues(try frame(StringValue(string: text), continues: true))
            }
            connection.reply(try frame(StringValue(string: Expected.replies[9])))
        }

        func end() throws(VarlinkError) {
            try answer(End.self, Empty(), AllOK(value: true), next: nil)
        }

        /// Checks that this call is due and holds what it should; a client that fails has to start again.
        private func check<Method: CertificationMethod, Values>(
            _ method: Method.Type, _ wanted: Values, mode: CallMode, next: String?
        ) throws(VarlinkError) where Method.Parameters == Request<Values> {
            let request = try call.decode(Request<Values>.self)
            guard clients.due.removeValue(forKey: request.clientID) == method.name else {
                throw VarlinkError(name: "org.varlink.certification.ClientIdError")
            }
            guard request.values == wanted, call.mode == mode else {
                throw VarlinkError(
                    name: "org.varlink.certification.CertificationError",
                    parameters: [
                        "wants": try value(Request(clientID: request.clientID, values: wanted)),
                        "got": JSONValue(call.parameters),
                    ])
            }
            clients.due[request.clientID] = next
        }

        private func value(_ request: some Encodable) throws(VarlinkError) -> JSONValue {
            do {
                return try JSONValue(parsing: JSONEncoder().encode(request), limits: .reply)
            } catch {
                throw VarlinkError.describing(error)
            }
        }

        private func frame(_ reply: some Encodable, continues: Bool = false) throws(VarlinkError) -> SharedFrame {
            do {
                return try SharedFrame(reply: reply, continues: continues)
            } catch {
                throw VarlinkError.describing(error)
            }
        }
    }
}
