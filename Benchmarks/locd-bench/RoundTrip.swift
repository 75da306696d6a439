import LocdInterface
import VarlinkTransport

/// The time of one call, `org.locd.Locale.Get`, from a client and back.
struct RoundTrip {
    private struct Result: Encodable {
        var p50: Double
        var p99: Double
    }

    private let address: String
    private let calls: Int

    init(_ arguments: BenchArguments) throws {
        address = try arguments.text("address")
        calls = try arguments.number("calls")
    }

    func run() throws {
        let client = try VarlinkClient(path: address, timeout: .seconds(5))
        var samples = Samples()
        for _ in 0..<calls {
            try samples.measure {
                _ = try client.call(LocaleInterface.Get.self, .init(), timeout: .seconds(5))
            }
        }
        try report(Result(p50: samples.quantile(0.5) / 1000, p99: samples.quantile(0.99) / 1000))
    }
}
