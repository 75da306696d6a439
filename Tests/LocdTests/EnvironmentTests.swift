import Testing

@testable import Locd

@Suite struct `What a program takes from its environment` {
    @Test(arguments: [
        ("/given", ["LOCD_ADDRESS": "/environment"], true, true, "/given"),
        ("unix:/given;x=1", [:], true, true, "/given"),
        (nil, ["LOCD_ADDRESS": "unix:/environment"], true, true, "/environment"),
        (nil, ["LOCD_ADDRESS": "", "XDG_RUNTIME_DIR": "/run/user/1000"], false, false, "/run/user/1000/locd/org.locd"),
        (nil, ["XDG_RUNTIME_DIR": "/run/user/1000"], false, true, "/run/locd/org.locd"),
        (nil, ["XDG_RUNTIME_DIR": "/run/user/0"], true, false, "/run/locd/org.locd"),
        (nil, [:], false, false, "/run/locd/org.locd"),
    ])
    func `decides on the daemon's address`(
        given: String?, environment: [String: String], isRoot: Bool, systemExists: Bool, address: String
    ) {
        #expect(
            DaemonAddress.resolve(
                given: given, environment: { environment[$0] }, isRoot: isRoot, systemExists: { systemExists })
                == address)
    }

    @Test(arguments: [
        (["LOCD_CACHE": "/cache", "HOME": "/people/a"], false, ["/cache"]),
        (["LOCD_CACHE": "relative", "HOME": "/people/a"], false, ["/var/cache/locd", "/people/a/.cache/locd"]),
        (["XDG_CACHE_HOME": "/c", "HOME": "/people/a"], false, ["/var/cache/locd", "/c/locd"]),
        (["HOME": "/root"], true, ["/var/cache/locd"]),
        ([:], false, ["/var/cache/locd"]),
    ])
    func `decides on where catalogs are looked for`(environment: [String: String], isRoot: Bool, caches: [String]) {
        #expect(CatalogIndex.caches(environment: { environment[$0] }, isRoot: isRoot) == caches)
    }
}
