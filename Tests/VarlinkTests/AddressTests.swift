import Testing
import Varlink

@Suite struct AddressTests {
    @Test(
        "Addresses of Unix sockets are read, others are not",
        arguments: [
            ("/run/a", "/run/a"), ("unix:/run/a", "/run/a"), ("unix:/run/a;mode=0600", "/run/a"),
            ("unix:@abstract", nil), ("tcp:localhost:1", nil), ("run/a", nil), ("", nil),
        ] as [(String, String?)])
    func addresses(_ text: String, _ path: String?) {
        #expect(VarlinkAddress(text)?.path == path)
    }
}
