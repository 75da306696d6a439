import LocdInterface
import Testing

@Suite struct DaemonAddressTests {
    @Test(
        "The daemon's address is the first of those named, and an empty one names nothing",
        arguments: [
            ("/a", ["LOCD_ADDRESS": "/b"], false, false, "/a"),
            ("unix:/a;mode=0666", [:], true, true, "/a"),
            ("here/socket", [:], false, false, "here/socket"),
            ("", ["LOCD_ADDRESS": "/b"], false, false, "/b"),
            ("", [:], true, true, "/run/locd/org.locd"),
            (nil, ["LOCD_ADDRESS": "unix:/b"], true, true, "/b"),
            (nil, ["LOCD_ADDRESS": "/b", "XDG_RUNTIME_DIR": "/u"], false, false, "/b"),
            (nil, ["LOCD_ADDRESS": "", "XDG_RUNTIME_DIR": "/u"], false, false, "/u/locd/org.locd"),
            (nil, ["XDG_RUNTIME_DIR": "/u"], false, true, "/run/locd/org.locd"),
            (nil, ["XDG_RUNTIME_DIR": "/u"], true, false, "/run/locd/org.locd"),
            (nil, ["XDG_RUNTIME_DIR": ""], false, false, "/run/locd/org.locd"),
            (nil, [:], false, false, "/run/locd/org.locd"),
        ] as [(String?, [String: String], Bool, Bool, String)])
    func addresses(given: String?, environment: [String: String], isRoot: Bool, systemExists: Bool, expected: String) {
        let path = DaemonAddress.path(
            given: given, environment: { environment[$0] }, isRoot: isRoot, systemExists: { systemExists })
        #expect(path == expected)
    }
}
