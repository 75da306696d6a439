import Catalog
import LinuxIO
import LocdInterface
import Testing

@testable import Locd

/// A daemon with the domain `app` in English, Hindi and Arabic, and localizers that follow it.
private struct World {
    let scratch: Scratch
    let daemon: FakeDaemon

    init(hasWord: Bool = true) throws {
        let scratch = try Scratch()
        let catalogs = [
            "en": try scratch.catalog("app", "en", ["hello": "Hello", "only": "English only"], isBase: true),
            "hi": try scratch.catalog("app", "hi", ["hello": "नमस्ते"]),
            "ar": try scratch.catalog("app", "ar", ["hello": "مرحبا"]),
        ]
        self.scratch = scratch
        daemon = try FakeDaemon(address: scratch.address, scratch: scratch.path)
        try daemon.apply { service in
            service.catalogs["app"] = catalogs
            service.hasWord = hasWord
        }
    }

    func publish(_ languages: String...) throws {
        try daemon.apply { $0.publish(languages) }
    }
}

@Suite struct `A localizer that follows the daemon` {
    @Test func `shows the daemon's language with its first lookup`() throws {
        let world = try World()
        try world.publish("hi")
        let localizer = world.scratch.localizer()
        #expect(localizer["hello"] == "नमस्ते")
        #expect(localizer["only"] == "English only")
        #expect(localizer.origin(of: "only")?.isBase == true)
        #expect(localizer.locale.tag == "hi")
        #expect(localizer.locale.environment == ["LANGUAGE": "hi"])
        #expect(localizer.problem == nil)
        try world.daemon.end()
    }

    @Test func `connects with the first lookup and not before`() throws {
        let world = try World()
        let localizer = world.scratch.localizer()
        try world.daemon.apply { #expect($0.calls == []) }
        _ = localizer["hello"]
        try world.daemon.apply { #expect($0.calls == ["OpenGeneration", "Subscribe"]) }
        try world.daemon.end()
    }

    @Test(arguments: [true, false])
    func `sees each change by looking up alone, with and without the word`(hasWord: Bool) throws {
        let world = try World(hasWord: hasWord)
        let localizer = world.scratch.localizer()
        #expect(localizer["hello"] == "Hello")
        for (language, text) in [("hi", "नमस्ते"), ("ar", "مرحبا"), ("en", "Hello"), ("hi", "नमस्ते")] {
            try world.publish(language)
            #expect(eventually { localizer["hello"] == text })
            #expect(localizer.locale.tag == language)
        }
        #expect(localizer.locale.direction == .leftToRight)
        try world.daemon.end()
    }

    @Test func `goes to and fro between languages while views of other domains come and go`() throws {
        let world = try World()
        let other = try world.scratch.catalog("lib", "hi", ["hello": "lib नमस्ते"])
        let english = try world.scratch.catalog("lib", "en", ["hello": "lib Hello"], isBase: true)
        try world.daemon.apply { $0.catalogs["lib"] = ["hi": other, "en": english] }
        let connection = world.scratch.connection()
        let app = world.scratch.localizer(connection: connection)
        func check(_ lib: Localizer?) throws {
            for language in ["hi", "en", "hi", "en"] {
                try world.publish(language)
                #expect(eventually { app.locale.tag == language })
                #expect(app["hello"] == (language == "hi" ? "नमस्ते" : "Hello"))
                if let lib { #expect(eventually { lib["hello"] == (language == "hi" ? "lib नमस्ते" : "lib Hello") }) }
            }
        }
        try check(nil)
        var lib: Localizer? = world.scratch.localizer("lib", connection: connection)
        try check(lib)
        lib = nil
        try check(nil)
        try world.daemon.end()
    }

    @Test func `sees the last one of many changes that it did not read`() throws {
        let world = try World()
        let localizer = world.scratch.localizer()
        #expect(localizer["hello"] == "Hello")
        for _ in 0..<2000 {
            try world.publish("ar")
            try world.publish("hi")
        }
        #expect(eventually { localizer["hello"] == "नमस्ते" })
        try world.daemon.end()
    }

    @Test func `tells an event loop of a change, whose handler already reads the new language`() throws {
        let world = try World()
        let localizer = world.scratch.localizer()
        let loop = try FileDescriptor.duplicate(of: localizer.descriptor())
        #expect(localizer["hello"] == "Hello")
        while localizer.process() != nil {}
        try world.publish("hi")
        #expect(try loop.wait(for: .readable, timeout: .seconds(10)))
        var change = localizer.process()
        while change == nil, try loop.wait(for: .readable, timeout: .seconds(10)) { change = localizer.process() }
        #expect(change?.locale.tag == "hi")
        #expect(change?.reason == .set)
        #expect(change?.generation == 2)
        #expect(localizer["hello"] == "नमस्ते")
        #expect(localizer.process() == nil)
        #expect(try !loop.wait(for: .readable, timeout: .zero))
        try world.daemon.end()
    }

    @Test func `tells an event loop of a change that a lookup took in`() throws {
        let world = try World()
        let localizer = world.scratch.localizer()
        let loop = try FileDescriptor.duplicate(of: localizer.descriptor())
        #expect(localizer["hello"] == "Hello")
        try world.publish("hi")
        #expect(eventually { localizer["hello"] == "नमस्ते" })
        #expect(try loop.wait(for: .readable, timeout: .zero))
        #expect(localizer.process()?.locale.tag == "hi")
        try world.daemon.end()
    }

    @Test func `gives changes as a sequence, to everyone who iterates`() async throws {
        let world = try World()
        let localizer = world.scratch.localizer()
        #expect(localizer["hello"] == "Hello")
        var first = localizer.changes.makeAsyncIterator()
        var second = localizer.changes.makeAsyncIterator()
        try world.publish("hi")
        #expect(await first.next()?.locale.tag == "hi")
        #expect(localizer["hello"] == "नमस्ते")
        try world.publish("ar")
        #expect(await first.next()?.locale.direction == .rightToLeft)
        // Two came since it last asked; the newest counts.
        #expect(await second.next()?.locale.tag == "ar")
        try world.daemon.end()
    }

    @Test func `ends a sequence with its task`() async throws {
        let world = try World()
        let localizer = world.scratch.localizer()
        let task = Task {
            var count = 0
            for await _ in localizer.changes { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value == 0)
        try world.daemon.end()
    }

    @Test func `opens no file for a language that it has shown before`() throws {
        let world = try World()
        let localizer = world.scratch.localizer()
        for language in ["en", "hi"] {
            try world.publish(language)
            #expect(eventually { localizer.locale.tag == language && localizer["hello"] != "hello" })
        }
        world.scratch.remove("app.en.lcat")
        world.scratch.remove("app.hi.lcat")
        for (language, text) in [("en", "Hello"), ("hi", "नमस्ते")] {
            try world.publish(language)
            #expect(eventually { localizer["hello"] == text })
        }
        try world.daemon.end()
    }

    @Test func `leaves a catalog that cannot be had out of the chain`() throws {
        let world = try World()
        world.scratch.remove("app.hi.lcat")
        try world.publish("hi")
        let localizer = world.scratch.localizer()
        #expect(localizer["hello"] == "Hello")
        #expect(localizer.locale.tag == "hi")
        try world.daemon.end()
    }

    @Test func `keeps texts without a copy valid over every change`() throws {
        let world = try World()
        let localizer = world.scratch.localizer()
        let kept = try #require(localizer.utf8("hello"))
        let texts = localizer.texts
        for language in ["hi", "ar", "hi"] {
            try world.publish(language)
            #expect(eventually { localizer.locale.tag == language })
        }
        try world.daemon.end()
        #expect(kept.description == "Hello")
        #expect(texts["hello"] == "Hello")
    }

    @Test func `may be read from many threads while the language changes`() throws {
        let world = try World()
        let localizer = world.scratch.localizer()
        let known: Set = ["Hello", "नमस्ते", "مرحبا"]
        let isEnding = Lock(false)
        let wrong = Lock<Set<String>>([])
        let ended = SharedEvent(try EventFD(.semaphore))
        for _ in 0..<4 {
            try DetachedThread.start(name: "reader") {
                while !isEnding.withLock({ $0 }) {
                    for _ in 0..<1000 {
                        let text = localizer["hello"]
                        if !known.contains(text) { wrong.withLock { _ = $0.insert(text) } }
                        if localizer.utf8("only")?.description != "English only" {
                            wrong.withLock { _ = $0.insert("only") }
                        }
                    }
                }
                ended.event.post()
            }
        }
        for _ in 0..<50 {
            for language in ["hi", "ar", "en"] { try world.publish(language) }
        }
        #expect(eventually { localizer["hello"] == "Hello" })
        isEnding.withLock { $0 = true }
        for _ in 0..<4 { try ended.event.take() }
        #expect(wrong.withLock { $0 } == [])
        try world.daemon.end()
    }

    @Test func `asks for all domains of an application with one subscription`() throws {
        let world = try World()
        let files = ["en": try world.scratch.catalog("lib", "en", ["hello": "Library"], isBase: true)]
        try world.daemon.apply { $0.catalogs["lib"] = files }
        let connection = world.scratch.connection()
        let application = world.scratch.localizer("app", connection: connection)
        #expect(application["hello"] == "Hello")
        let library = world.scratch.localizer("lib", connection: connection)
        #expect(library["hello"] == "Library")
        #expect(application["hello"] == "Hello")
        try world.daemon.apply { #expect($0.subscribedDomains == ["app", "lib"]) }
        try world.publish("hi")
        #expect(eventually { application["hello"] == "नमस्ते" })
        #expect(library["hello"] == "Library")
        try world.daemon.end()
    }

    @Test func `goes on following in an event loop when a domain is added`() throws {
        let world = try World()
        let files = ["en": try world.scratch.catalog("lib", "en", ["hello": "Library"], isBase: true)]
        try world.daemon.apply { $0.catalogs["lib"] = files }
        let connection = world.scratch.connection()
        let application = world.scratch.localizer("app", connection: connection)
        let loop = try FileDescriptor.duplicate(of: application.descriptor())
        #expect(application["hello"] == "Hello")
        // It is not looked up, so only the event loop connects again.
        let library = world.scratch.localizer("lib", connection: connection)
        #expect(
            try eventually {
                if try loop.wait(for: .readable, timeout: .zero) { application.process() }
                let domains = Lock<[String]>([])
                try world.daemon.apply { service in domains.withLock { $0 = service.subscribedDomains } }
                return domains.withLock { $0 } == ["app", "lib"]
            })
        try world.publish("hi")
        var change: Localizer.Change?
        while change == nil, try loop.wait(for: .readable, timeout: .seconds(10)) { change = application.process() }
        #expect(change?.locale.tag == "hi")
        #expect(library["hello"] == "Library")
        try world.daemon.end()
    }

    @Test func `is not disturbed by a domain that cannot be one`() throws {
        let world = try World()
        let connection = world.scratch.connection()
        let wrong = world.scratch.localizer("../app", connection: connection)
        let application = world.scratch.localizer("app", connection: connection)
        #expect(wrong["hello"] == "hello")
        #expect(application["hello"] == "Hello")
        try world.publish("hi")
        #expect(eventually { application["hello"] == "नमस्ते" })
        #expect(wrong["hello"] == "hello")
        try world.daemon.end()
    }

    @Test func `shares one connection among the localizers of an application, as long as there are any`() throws {
        let scratch = try Scratch()
        var first: Connection? = .shared(address: scratch.address, application: "a", caches: [])
        #expect(first === Connection.shared(address: scratch.address, application: "a", caches: []))
        #expect(first !== Connection.shared(address: scratch.address, application: "b", caches: []))
        weak let old = first
        first = nil
        #expect(old == nil)
    }

    @Test func `has the daemon log a missing key once`() throws {
        let world = try World()
        let localizer = world.scratch.localizer(onMissing: nil)
        for _ in 0..<3 { #expect(localizer["absent"] == "absent") }
        let reported = Lock<[String]>([])
        #expect(
            try eventually {
                try world.daemon.apply { service in reported.withLock { $0 = service.missing } }
                return reported.withLock { $0 } == ["absent"]
            })
        try world.daemon.end()
    }
}

/// A counter that several threads reach.
private final class SharedEvent: Sendable {
    let event: EventFD

    init(_ event: consuming EventFD) {
        self.event = event
    }
}
