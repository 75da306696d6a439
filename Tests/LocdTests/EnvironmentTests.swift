import Testing

@testable import Locd

@Suite struct `What a program takes from its environment` {
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
