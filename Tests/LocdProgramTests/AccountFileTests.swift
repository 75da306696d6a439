import LinuxIO
import TestSupport
import Testing

@testable import Installation

@Suite struct AccountFileTests {
    @Test(
        "A user is found by the whole of its name, with numbers that are some",
        arguments: [
            ("locd:x:990:991:Language daemon:/:/usr/sbin/nologin\n", FileOwner(uid: 990, gid: 991)),
            ("root:x:0:0::/:\nlocd:x:990:991\n", FileOwner(uid: 990, gid: 991)),
            ("locdx:x:1:1::/:\nxlocd:x:2:2::/:\n", nil), ("locd:x:-1:5::/:\n", nil), ("locd:x:4294967295:5::/:\n", nil),
            ("locd:x:5\n", nil), ("", nil), ("locd:x:12a:5::/:\n", nil),
        ])
    func text(text: String, owner: FileOwner?) {
        #expect(AccountFile.owner(named: "locd", in: text) == owner)
    }

    @Test func `a system without the file has no users`() throws {
        let scratch = try ScratchDirectory()
        let system = try RootDirectory(path: scratch.path)
        #expect(try AccountFile.owner(named: "locd", in: system) == nil)
    }
}
