import LinuxIO
import PackStore
import TestSupport
import Testing

@Suite struct StoreInspectionTests {
    @Test func `Of a cache that says nothing of its sources nothing is told, and nothing is made`() throws {
        let scratch = try ScratchDirectory()
        let outdated = StoreInspection.outdatedSources(cache: scratch.path("cache"), vendorDirectories: [scratch.path])
        #expect(outdated == nil)
        #expect(try scratch.names() == [])
    }

    @Test func `Files that were set aside are listed`() throws {
        let scratch = try ScratchDirectory()
        for name in ["system.json", "system.json.bad-1", "system.json.prev"] { try scratch.write("", to: name) }
        #expect(try StoreInspection.filesSetAside(in: scratch.path) == ["system.json.bad-1"])
        try scratch.makeDirectory("objects/sha256/ab")
        try scratch.write("", to: "objects/sha256/ab/cd.lcat.bad-2")
        #expect(try StoreInspection.catalogsSetAside(in: scratch.path) == ["objects/sha256/ab/cd.lcat.bad-2"])
        #expect(throws: PackStoreError.self) { try StoreInspection.filesSetAside(in: scratch.path("absent")) }
    }
}
