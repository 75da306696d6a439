internal import Catalog
internal import JSON
internal import LinuxIO
internal import LocdInterface
internal import Synchronization
internal import Varlink

/// A state of the daemon's, made of its text once, however often the text comes.
///
/// A language is switched to and fro, and each state differs from the one before; but it reads as one that came earlier,
/// except for its generation. So the states that came last are kept (`KnownStates`) with their texts, and with the
/// snapshots that they led to: switching back costs a comparison of bytes.
final class KnownState: Sendable {
    /// A state as it came.
    struct Event {
        let known: KnownState
        let generation: Int64
    }

    /// What the text says. Its generation is that of the first time.
    let state: State
    let locale: Localizer.Locale
    fileprivate let text: VersionedText?
    private let complete = Atomic<Bool>(false)
    /// What domains show, where they have no texts of the program's own.
    private let snapshots = Lock<[String: Immortal<Snapshot>]>([:])

    fileprivate init(_ state: State, text: VersionedText?) {
        self.state = state
        self.text = text
        locale = Localizer.Locale(state)
    }

    /// Whether all catalogs are in the store.
    var isComplete: Bool {
        if complete.load(ordering: .acquiring) { return true }
        guard CatalogStore.missing(state.domains.flatMap(\.catalogs)).isEmpty else { return false }
        complete.store(true, ordering: .releasing)
        return true
    }

    /// What a view shows in this state: with the catalogs that are in the store.
    func snapshot(for view: View) -> Immortal<Snapshot> {
        guard view.own == nil, isComplete else { return makeSnapshot(for: view) }
        return snapshots.withLock { snapshots in
            if let snapshot = snapshots[view.domain] { return snapshot }
            let snapshot = makeSnapshot(for: view)
            snapshots[view.domain] = snapshot
            return snapshot
        }
    }

    private func makeSnapshot(for view: View) -> Immortal<Snapshot> {
        let chain = state.domains.first { $0.domain == view.domain }?.catalogs ?? []
        let own = view.own?.chain(for: locale.languages) ?? []
        return Snapshot.interned(locale: locale, digests: chain.map(\.digest), own: own)
    }
}

/// The states that came last, with their texts.
final class KnownStates: Sendable {
    /// Those of this process.
    static let shared = KnownStates()
    /// How many are kept. Temporary settings carry the time of their end, so there is no bound to their number.
    private static let most = 16
    /// The newest at the end.
    private let recent = Lock<[KnownState]>([])

    /// The state in a message that reads as one before, but for its generation; nil when there is none such.
    func event(recognizing message: [UInt8]) -> KnownState.Event? {
        recent.withLock { recent in
            for known in recent.reversed() {
                if let generation = known.text?.generation(in: message) {
                    return KnownState.Event(known: known, generation: generation)
                }
            }
            return nil
        }
    }

    /// The state in a reply, to be recognized from now on; nil when it has none, as a heartbeat.
    ///
    /// Errors: `unexpectedReply`, or what the reply's own error means.
    func event(in reply: ServiceReply) throws(LocdError) -> KnownState.Event? {
        guard let state = try LocdError.decoding(LocaleInterface.Subscribe.Reply.self, from: reply).state else {
            return nil
        }
        let text = reply.continues ? VersionedText(reply) : nil
        let known = KnownState(state, text: text)
        if text != nil {
            recent.withLock { recent in
                if recent.count == Self.most { recent.removeFirst() }
                recent.append(known)
            }
        }
        return KnownState.Event(known: known, generation: state.generation)
    }
}

/// The text of a message with a state: what stands before its generation, and what stands behind.
fileprivate struct VersionedText: Sendable {
    private let head: [UInt8]
    private let rest: [UInt8]

    /// Nil when the generation is not written as plain digits.
    init?(_ reply: ServiceReply) {
        guard let generation = reply.parameters["state"]?["generation"], let digits = generation.numberText,
            digits.utf8.allSatisfy(isDigit)
        else { return nil }
        let message = reply.parameters.document.bytes
        head = Array(message[..<generation.offset])
        rest = Array(message[(generation.offset + digits.utf8.count)...])
    }

    /// The generation in a message that has this text; nil when it has another one.
    func generation(in message: [UInt8]) -> Int64? {
        let end = message.count - rest.count
        guard end > head.count, holds(head, at: 0, message), holds(rest, at: end, message) else { return nil }
        var generation: Int64 = 0
        for byte in message[head.count..<end] {
            guard isDigit(byte) else { return nil }
            let (shifted, overflows) = generation.multipliedReportingOverflow(by: 10)
            let (sum, carries) = shifted.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            guard !overflows, !carries else { return nil }
            generation = sum
        }
        // A number with a leading zero is no JSON.
        return message[head.count] == UInt8(ascii: "0") && end > head.count + 1 ? nil : generation
    }

    private func holds(_ part: [UInt8], at offset: Int, _ message: [UInt8]) -> Bool {
        unsafe message.withUnsafeBytes { message in
            unsafe part.withUnsafeBytes { part in
                // A message is not empty, and the part lies within it.
                unsafe CatalogBytes(start: message.baseAddress! + offset, count: part.count).isEqual(to: part)
            }
        }
    }
}

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
