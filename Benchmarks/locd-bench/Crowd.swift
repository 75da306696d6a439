import LinuxIO

/// Holds many subscriptions until standard input ends, so that the daemon can be looked at meanwhile.
struct Crowd {
    private struct Result: Encodable {
        var subscribers: Int
    }

    private let address: String
    private let domain: String
    private let count: Int

    init(_ arguments: BenchArguments) throws {
        address = try arguments.text("address")
        domain = try arguments.text("domain")
        count = try arguments.number("count")
    }

    func run() throws {
        let subscribers = try Subscribers(address: address, domain: domain, count: count)
        try withExtendedLifetime(subscribers) {
            try report(Result(subscribers: count))
            while readLine() != nil {}
        }
    }
}
