import LinuxIO
import Varlink
import VarlinkTransport

/// Calls a server's `org.varlink.certification` from `Start` to `End`.
struct CertificationClient {
    private static let patience = Duration.seconds(10)

    let client: VarlinkClient

    init(path: String) throws {
        client = try VarlinkClient(path: path, timeout: Self.patience)
    }

    /// Goes through all steps.
    ///
    /// - Returns: what the server says at the end.
    func run() throws -> Bool {
        let id = try call(Start.self, NoParameters()).value
        func request<Values>(_ values: Values) -> Request<Values> { Request(clientID: id, values: values) }
        let bool = try call(Test01.self, request(Empty()))
        let int = try call(Test02.self, request(bool))
        let float = try call(Test03.self, request(int))
        let string = try call(Test04.self, request(float))
        let scalars = try call(Test05.self, request(string))
        let structure = try call(Test06.self, request(scalars))
        let map = try call(Test07.self, request(structure))
        let set = try call(Test08.self, request(map))
        let mytype = try call(Test09.self, request(set))
        let replies = try collect(Test10.self, request(mytype)).map(\.string)
        try client.callOneway(Test11.self, request(Replies(texts: replies)), timeout: Self.patience)
        return try call(End.self, request(Empty())).value
    }

    private func call<Method: CertificationMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws -> Method.Reply {
        try client.call(method, parameters, timeout: Self.patience)
    }

    private func collect<Method: CertificationMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws -> [Method.Reply] {
        let deadline = BoottimeClock.now.advanced(by: Self.patience)
        try client.subscribe(method, parameters, timeout: Self.patience)
        var replies: [Method.Reply] = []
        while true {
            let reply = try client.waitForReply(deadline: deadline)
            replies.append(try reply.decode(Method.Reply.self))
            if !reply.continues { return replies }
        }
    }
}
