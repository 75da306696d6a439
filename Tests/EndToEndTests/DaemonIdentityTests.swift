import JSON
import LinuxIO
import LocdInterface
import TestSupport
import Testing
import Varlink

/// Who may do what: decided by who the kernel says is at the other end, never by what a message says.
@Suite struct DaemonIdentityTests {
    private static let denied = "org.varlink.service.PermissionDenied"
    private static let set = LocaleInterface.Set.name

    /// Methods that change something for everybody. Each other one is for anybody.
    private static let guarded: Set = ["org.locd.Locale.Set", "org.locd.Locale.Reset", "org.locd.Locale.Reload"]

    /// Has the daemon refuse a call, for which it first looks for the bus.
    private func refuseOne(_ daemon: DaemonFixture) throws {
        let stranger = try Stranger(uid: 12_345).connect(to: daemon)
        #expect(try stranger.call(Self.set, #"{"region":"DE"}"#).error == Self.denied)
    }

    @Test(.enabled(if: Stranger.canBePlayed, "playing another user needs root"))
    func `a stranger may call every method but those that change the machine`() throws {
        let daemon = try DaemonFixture()
        // The daemon keeps one word for each user that ever asked for it, and its bus connection's clock.
        _ = try Stranger(uid: 12_345).connect(to: daemon).call(LocaleInterface.OpenGeneration.name, "{}")
        try refuseOne(daemon)
        let watch = try DaemonWatch(daemon)
        do {
            let stranger = try Stranger(uid: 12_345).connect(to: daemon)
            var refused: Set<String> = []
            for description in [LocaleInterface.description, CatalogInterface.description] {
                for method in description.methodNames where method != "Subscribe" {
                    let name = "\(description.name).\(method)"
                    let parameters = JSONValue.object(try description.sample(try description.parameters(of: method)))
                    var answer = try stranger.call(
                        name, String(decoding: parameters.serialized(), as: UTF8.self), more: true)
                    if answer.error == Self.denied { refused.insert(name) }
                    while answer.continues { answer = try stranger.answer() }
                }
            }
            #expect(refused == Self.guarded)
            let subscribed = try stranger.call(LocaleInterface.Subscribe.name, more: true)
            #expect(subscribed.error == nil)
        }
        try watch.expectNothingLeft()
    }

    @Test(.enabled(if: Stranger.canBePlayed, "playing another user needs root"))
    func `a stranger is told of no other user, root of all`() throws {
        let daemon = try DaemonFixture()
        let stranger = try Stranger(uid: 12_345).connect(to: daemon)
        let own = try stranger.call(LocaleInterface.Status.name, "{}")
        #expect(!own.text.contains(#""connections":2"#))
        #expect(own.text.contains(#""users":[{"uid":12345,"connections":1}]"#), "\(own.text)")
        #expect(own.text.contains(#""administrator":false"#))
        let all = try daemon.call(LocaleInterface.Status.self, .init())
        #expect(all.connections == 2)
        #expect(all.users == [.init(uid: 0, connections: 1), .init(uid: 12_345, connections: 1)])
    }

    @Test(.enabled(if: Stranger.canBePlayed, "playing another user needs root"))
    func `a refusal changes nothing and is logged with the uid`() throws {
        let daemon = try DaemonFixture()
        try refuseOne(daemon)
        let watch = try DaemonWatch(daemon)
        do {
            let stranger = try Stranger(uid: 12_345).connect(to: daemon)
            for parameters in [
                #"{"languages":["hi"]}"#, #"{"languages":["hi"],"scope":"system"}"#,
                #"{"languages":["hi"],"runtime":true}"#,
                #"{"languages":["hi"],"temporarySeconds":1}"#, #"{"region":"DE"}"#,
                #"{"languages":["hi"],"allowInteractiveAuthentication":true}"#,
            ] {
                #expect(try stranger.call(Self.set, parameters).error == Self.denied, "\(parameters)")
            }
            try watch.expectUnchanged("refused changes")
        }
        #expect(daemon.log.contains("uid 12345 (pid "))
        #expect(daemon.log.contains("may not call org.locd.Locale.Set"))
        try watch.expectNothingLeft()
    }

    @Test(
        "A user's own setting is that user's alone",
        .enabled(if: Stranger.canBePlayed, "playing another user needs root"),
        arguments: [12_345, 4_000_000_000] as [UInt32])
    func ownSetting(uid: UInt32) throws {
        let daemon = try DaemonFixture()
        let watch = try DaemonWatch(daemon)
        let stranger = try Stranger(uid: uid).connect(to: daemon)
        #expect(try stranger.call(Self.set, #"{"languages":["hi"],"scope":"user"}"#)["inForce"] == "hi")
        #expect(try stranger.call(LocaleInterface.Get.name)["state"]?["languages"]?.array?.first == "hi")
        #expect(try daemon.storedFiles()["user-\(uid).json"]?.contains(#""hi""#) == true)
        try watch.expectUnchanged("another user's setting")
        let other = try Stranger(uid: 12_346).connect(to: daemon)
        #expect(try other.call(LocaleInterface.Get.name)["state"]?["languages"]?.array?.first == "en")
    }

    @Test(.enabled(if: Stranger.canBePlayed, "playing another user needs root"))
    func `the uid that stands for nobody mapped only reads`() throws {
        let daemon = try DaemonFixture()
        let nobody = try Stranger(uid: 65_534).connect(to: daemon)
        #expect(try nobody.call(LocaleInterface.Get.name).error == nil)
        for scope in [#""scope":"user""#, #""scope":"application","application":"app""#] {
            #expect(try nobody.call(Self.set, "{\"languages\":[\"hi\"],\(scope)}").error == Self.denied)
            #expect(try nobody.call(LocaleInterface.Reset.name, "{\(scope)}").error == Self.denied)
        }
        #expect(try daemon.storedFiles().keys.allSatisfy { !$0.hasPrefix("user-") })
    }

    @Test(.enabled(if: Stranger.canBePlayed, "playing another user needs root"))
    func `no message and no socket's name makes a stranger another user`() throws {
        let daemon = try DaemonFixture()
        try refuseOne(daemon)
        let watch = try DaemonWatch(daemon)
        do {
            let claims = #"{"languages":["hi"],"uid":0}"#
            let stranger = try Stranger(uid: 12_345).connect(to: daemon)
            #expect(try stranger.call(Self.set, claims)["parameter"] == "uid")
            try stranger.sendMessage(#"{"method":"\#(Self.set)","parameters":{"languages":["hi"]},"uid":0}"#)
            #expect(try stranger.answer()["parameter"] == "uid")
            #expect(try stranger.next() == nil)
            // A name in the abstract namespace, which the kernel shows to the other end.
            let named = try Stranger(uid: 12_345).connect(to: daemon, boundTo: "x;uid=0;")
            #expect(try named.call(Self.set, #"{"languages":["hi"]}"#).error == Self.denied)
        }
        try watch.expectNothingLeft()
    }

    @Test(.enabled(if: Stranger.canBePlayed, "playing another user needs root"))
    func `the configured group may set the machine's language, unless that is locked`() throws {
        let group = try #require(try Self.someGroup())
        let daemon = try DaemonFixture(configuration: "[Access]\nGroup=\(group.name)\n")
        let member = Stranger(uid: 12_345, groups: [group.number])
        #expect(try member.connect(to: daemon).call(Self.set, #"{"languages":["hi"]}"#)["inForce"] == "hi")
        #expect(
            try Stranger(uid: 12_346).connect(to: daemon).call(Self.set, #"{"languages":["de"]}"#).error == Self.denied)
        // The groups are those of the moment of connecting.
        let primary = Stranger(uid: 12_347, gid: group.number)
        #expect(try primary.connect(to: daemon).call(Self.set, #"{"languages":["de"]}"#)["inForce"] == "de")
        try daemon.stop()
        try daemon.scratch.write("[Access]\nGroup=\(group.name)\nLockSystem=yes\n", to: "locd.conf")
        try daemon.start()
        #expect(try member.connect(to: daemon).call(Self.set, #"{"languages":["hi"]}"#).error == Self.denied)
        #expect(try daemon.connect().call(Self.set, #"{"languages":["hi"]}"#)["inForce"] == "hi")
    }

    /// A group of this machine that is not root's.
    private static func someGroup() throws -> (name: String, number: UInt32)? {
        let bytes = try FileContents(ofPath: "/etc/group", limit: 1 << 20, followingLinks: true).bytes
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").lazy.compactMap { line in
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count >= 3, let number = UInt32(fields[2]), number != 0 else { return nil }
            return (String(fields[0]), number)
        }.first
    }
}
