import JSON
import LocdInterface
import Testing
import Varlink

@testable import LocdDaemon

/// What a call is answered with is declared by the interface of its method. `FakeCall` looks at every error of every
/// test; here are those that the program gives in the daemon's place.
@Suite struct ErrorTests {
    @Test("A descriptor that cannot be made is an error of the method's own interface")
    func descriptorsThatCannotBeMade() throws {
        let bench = try Bench(configure: { $0.limits.exportReplyBytes = 0 })
        let user = FakeConnection(uid: 1000)
        let calls = [
            try bench.call(LocaleInterface.OpenGeneration.self, .init(), from: user),
            try bench.call(CatalogInterface.Open.self, .init(digest: "shop/hi"), from: user),
            try bench.call(CatalogInterface.Export.self, .init(domain: "shop"), from: user),
        ]
        for call in calls {
            let attachment = try #require(call.attachment)
            call.fail(attachment.failure("no descriptors", outOfSpace: false))
            #expect(call.error?.parameters["message"] == "no descriptors")
        }
    }
}
