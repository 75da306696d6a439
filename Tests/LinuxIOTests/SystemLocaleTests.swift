import LinuxIO
import Testing

@Suite struct `The locales of libc` {
    @Test(arguments: [("C.UTF-8", true), ("C", true), ("xx_XX.UTF-8", false), ("../../etc", false)])
    func `are asked by name`(name: String, exists: Bool) {
        #expect(SystemLocale.exists(name) == exists)
    }
}
