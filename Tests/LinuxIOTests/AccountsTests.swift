import Testing

@testable import LinuxIO

@Suite struct AccountsTests {
    private let text = "root:x:0:\nwheel:x:10:me,you\nbroken\nodd:x:many:\n"

    @Test func `An entry is found by its name, and lines that are none are passed over`() {
        #expect(Accounts.entry(named: "wheel", in: text) == ["wheel", "x", "10", "me,you"])
        #expect(Accounts.entry(named: "odd", in: text) == ["odd", "x", "many", ""])
        #expect(Accounts.entry(named: "broken", in: text) == nil)
        #expect(Accounts.entry(named: "nobody", in: text) == nil)
    }

    @Test func `The machine's own files are read`() {
        #expect(Accounts.userID(of: "root") == 0)
        #expect(Accounts.userName(of: 0) == "root")
        #expect(Accounts.groupID(of: "root") == 0)
        #expect(Accounts.groupID(of: "4711") == 4711)
        #expect(Accounts.groupID(of: "no such group") == nil)
        #expect(Accounts.members(ofGroup: "no such group") == [])
    }
}
