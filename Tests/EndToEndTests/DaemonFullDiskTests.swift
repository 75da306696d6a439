import Glibc
import JSON
import LinuxIO
import LocdInterface
import TestSupport
import Testing
import Varlink

/// A disk that has no room, or may not be written: the old state holds, the caller is told, nothing is left behind.
@Suite struct DaemonFullDiskTests {
    /// A small file system in memory in place of a directory of the fixture, for as long as this lives.
    private final class SmallDisk {
        private let path: String
        private let scratch: ScratchDirectory

        init(_ daemon: DaemonFixture, over directory: String, _ options: String) throws {
            scratch = daemon.scratch
            path = daemon.scratch.path(directory)
            let result = try Command.shell(
                "mount -t tmpfs -o mode=700,$2 locd-test \"$1\"", [path, options]
            ).run(in: scratch)
            try #require(result.status == 0, "\(result)")
        }

        func remount(_ options: String) throws {
            let result = try Command.shell("mount -o remount,$2 \"$1\"", [path, options]).run(in: scratch)
            try #require(result.status == 0, "\(result)")
        }

        deinit {
            // Lazily, since a daemon may still have it open; a failure shows as a directory that cannot be removed.
            _ = try? Command.shell("umount -l \"$1\"", [path]).run(in: scratch)
        }
    }

    /// Whether this process may mount file systems.
    private static let canMount: Bool = {
        guard geteuid() == 0, let scratch = try? ScratchDirectory() else { return false }
        let script = "mount -t tmpfs -o size=64k locd-test \"$1\" && umount \"$1\""
        return (try? Command.shell(script, [scratch.path]).run(in: scratch).status) == 0
    }()

    /// Starts a daemon whose state directory is on a disk of its own.
    private func withSmallDisk(_ body: (DaemonFixture, SmallDisk) throws -> Void) throws {
        let daemon = try DaemonFixture()
        try daemon.stop()
        let disk = try SmallDisk(daemon, over: "state", "size=128k")
        try daemon.start()
        try body(daemon, disk)
        try daemon.stop()
        withExtendedLifetime(disk) {}
    }

    @Test(.enabled(if: canMount, "mounting a small disk needs root"))
    func `a full disk is told to the caller, changes nothing, and heals by itself`() throws {
        try withSmallDisk { daemon, _ in
            try daemon.set("hi")
            let before = try daemon.storedFiles()
            let watch = try DaemonWatch(daemon)
            try fill(daemon)
            for parameters in [
                LocaleInterface.Set.Parameters(languages: ["de"]), .init(region: "DE"),
                .init(languages: ["ar"], scope: .user),
            ] {
                let error = #expect(throws: VarlinkError.self) { try daemon.call(LocaleInterface.Set.self, parameters) }
                #expect(error?.name == "org.locd.Locale.StorageFailed")
                #expect(
                    error?.parameters["message"]?.string?.contains("No space left") == true,
                    "\(String(describing: error))")
                try watch.expectUnchanged("a change that could not be stored")
            }
            // What is not stored needs no room.
            #expect(try daemon.call(LocaleInterface.Set.self, .init(languages: ["ar"], runtime: true)).inForce == "ar")
            try daemon.call(LocaleInterface.Reset.self, .init())
            daemon.scratch.remove("state/filler")
            #expect(try daemon.storedFiles() == before)
            #expect(try daemon.set("de").stored == ["de"])
        }
    }

    @Test(.enabled(if: canMount, "mounting a small disk needs root"))
    func `a daemon that starts on a full disk serves what is stored`() throws {
        try withSmallDisk { daemon, _ in
            try daemon.set("hi")
            try daemon.stop()
            try fill(daemon)
            try daemon.start()
            #expect(try daemon.state().requested == ["hi"])
            daemon.scratch.remove("state/filler")
            #expect(try daemon.set("de").stored == ["de"])
        }
    }

    @Test(.enabled(if: canMount, "mounting a small disk needs root"))
    func `a disk that may only be read refuses changes and serves the rest`() throws {
        try withSmallDisk { daemon, disk in
            try daemon.set("hi")
            let watch = try DaemonWatch(daemon)
            try disk.remount("ro")
            let error = #expect(throws: VarlinkError.self) { try daemon.set("de") }
            #expect(error?.name == "org.locd.Locale.StorageFailed")
            try watch.expectUnchanged("a change on a disk that may only be read")
            try disk.remount("rw")
            #expect(try daemon.set("de").stored == ["de"])
        }
    }

    @Test(.enabled(if: canMount, "mounting a small disk needs root"))
    func `a cache without room costs the catalogs that are not in it yet, and no more`() throws {
        let daemon = try DaemonFixture()
        try daemon.stop()
        let disk = try SmallDisk(daemon, over: "cache", "size=64k")
        try daemon.start()
        try daemon.set("hi")
        try fill(daemon, directory: "cache")
        let follower = try Follower(daemon)
        let large = (0..<2000).map { "\"key.\($0)\": \"text number \($0)\"" }.joined(separator: ",")
        try daemon.write("{\(large)}", toShipped: "kiosk/fr.json")
        #expect(try daemon.wait { try daemon.problems().contains { $0.file.hasSuffix("kiosk/fr.json") } })
        #expect(try daemon.text("hello") == "नमस्ते")
        daemon.scratch.remove("cache/filler")
        try disk.remount("size=4m")
        try daemon.call(LocaleInterface.Reload.self, .init())
        #expect(try daemon.set("fr").inForce == "fr")
        _ = follower
        try daemon.stop()
        withExtendedLifetime(disk) {}
    }

    /// Takes all the room that there is.
    private func fill(_ daemon: DaemonFixture, directory: String = "state") throws {
        let filler = unsafe open(daemon.scratch.path("\(directory)/filler"), O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        try #require(filler >= 0)
        defer { close(filler) }
        for size in [4096, 1] {
            let bytes = [UInt8](repeating: 0, count: size)
            while unsafe Glibc.write(filler, bytes, size) > 0 {}
        }
        #expect(errno == ENOSPC)
    }
}
