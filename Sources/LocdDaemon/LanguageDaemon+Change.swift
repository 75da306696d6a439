import LanguageTags
import LocdInterface
import Varlink

/// The path of a change (semantics L8): make the catalogs ready, store, raise the generation, tell everybody, answer.
extension LanguageDaemon {
    /// Puts a change in its queue. The caller is known to be allowed to make it.
    func begin(_ change: PendingChange) {
        let owner = change.slot.owner
        let before = changes.current(of: owner)
        let superseded = changes.add(change)
        end(superseded, workedOn: before, of: owner)
    }

    /// Drops the temporary setting of a slot, and with it those that are under way (semantics L1a, L9).
    ///
    /// - Parameter uid: who asked for it.
    func dropTemporary(of slot: Slot, by uid: UInt32) {
        let before = changes.current(of: slot.owner)
        end(changes.removeTemporary(of: slot), workedOn: before, of: slot.owner)
        guard book.temporary[slot] != nil else { return }
        let mark = ChangeMark(generation: ports.settings.nextGeneration(), reason: .reset)
        applyTemporary(nil, to: slot, mark: mark, by: uid)
        publish()
    }

    /// Ends changes that were taken out of a queue. Where one of them was worked on, the next one's turn has come,
    /// whichever that is.
    private func end(_ superseded: [PendingChange], workedOn: PendingChange?, of owner: Owner) {
        for earlier in superseded { earlier.call.fail(LocaleInterface.Failure.superseded.varlinkError) }
        if changes.current(of: owner) !== workedOn { advance(owner) }
    }

    /// How often catalogs may be found damaged and be replaced before a change is given up.
    private static let damagesPerChange = 3

    /// Works on the first change of a queue.
    private func advance(_ owner: Owner) {
        guard let change = changes.current(of: owner) else { return }
        let outcome: SettingOutcome
        do throws(VarlinkError) {
            outcome = try resolver.outcome(of: change.request, over: present(change))
        } catch {
            return finish(change) { $0.call.fail(error) }
        }
        ports.catalogs.verify(digests(for: outcome, slot: change.slot)) { damaged in
            guard self.changes.contains(change) else { return }
            if damaged.isEmpty { return self.store(outcome, of: change) }
            change.damages += 1
            guard change.damages <= Self.damagesPerChange else {
                let message = "catalogs are damaged again and again: \(damaged.joined(separator: ", "))"
                return self.finish(change) {
                    $0.call.fail(
                        LocaleInterface.Failure.storageFailed(message: message, outOfSpace: false).varlinkError)
                }
            }
            // What was damaged is out of the inventory now, so the outcome may be another one.
            self.advance(owner)
        }
    }

    /// What the request builds on: a temporary change on what applies, a stored one on what is stored.
    private func present(_ change: PendingChange) -> Preference {
        switch change.request.duration {
        case .stored: book.stored[change.slot.owner]?[change.slot] ?? Preference()
        case .temporary: book.preference(of: change.slot)
        }
    }

    /// The catalogs that the change would bring into force.
    private func digests(for outcome: SettingOutcome, slot: Slot) -> [String] {
        let wider: [Slot] = slot == .system ? [] : [.system]
        let resolution = resolver.resolve([outcome.preference] + wider.map(book.preference))
        return resolver.inventory.domains.keys.sorted().flatMap { domain in
            resolver.chain(of: domain, for: resolution).map(\.catalog.digest)
        }
    }

    private func store(_ outcome: SettingOutcome, of change: PendingChange) {
        let owner = change.slot.owner
        let stored = book.stored[owner] ?? OwnerSettings()
        // What is stored need not be written again, unless somebody removed it.
        let isThere = outcome.preference == stored[change.slot] && (stored.isEmpty || ports.settings.isStored(owner))
        guard change.request.duration == .stored, !isThere else { return apply(outcome, of: change) }
        let settings = book.settings(of: owner, setting: change.slot, to: outcome.preference)
        change.isStoring = true
        ports.settings.store(settings, of: owner) { failure in
            if let failure {
                self.ports.log.log(.error, "settings not stored: \(failure.message)", event: .settingsNotStored)
                self.finish(change) {
                    $0.call.fail(failure.interfaceFailure.varlinkError)
                }
            } else {
                self.apply(outcome, of: change)
            }
        }
    }

    /// Makes a change true in memory, tells the subscribers if they can see it, and answers.
    private func apply(_ outcome: SettingOutcome, of change: PendingChange) {
        let slot = change.slot
        let before = (preference: book.preference(of: slot), isTemporary: book.temporary[slot] != nil)
        switch change.request.duration {
        case .stored:
            let settings = book.settings(of: slot.owner, setting: slot, to: outcome.preference)
            let isNew = settings != book.stored[slot.owner] ?? OwnerSettings()
            book.setStored(settings, of: slot.owner)
            if isNew, slot == .system { tellMachine() }
            book.setTemporary(remaining(of: book.temporary[slot], under: change.request, outcome), of: slot)
        case .temporary(let seconds):
            let end = seconds.map { deadline(inSeconds: $0) }
            book.setTemporary(TemporarySetting(preference: outcome.preference, end: end), of: slot)
        }
        let after = (preference: book.preference(of: slot), isTemporary: book.temporary[slot] != nil)
        if before != after {
            let mark = ChangeMark(
                generation: ports.settings.nextGeneration(), reason: outcome.isFallback ? .fallback : .set)
            note(mark, of: slot, from: before.preference, to: after.preference, by: change.call.connection.peer.uid)
            publish()
        }
        finish(change) { self.answer($0, outcome) }
    }

    /// What a temporary setting comes to when another is stored beneath it. What is set for good shows at once, so
    /// languages end it and a region takes the place of its own; what is not named it goes on to cover (semantics L1a).
    private func remaining(
        of temporary: TemporarySetting?, under request: SettingRequest, _ outcome: SettingOutcome
    ) -> TemporarySetting? {
        guard var temporary, request.requested == nil else { return nil }
        temporary.preference = request.applied(to: temporary.preference)
        return temporary.preference == outcome.preference ? nil : temporary
    }

    /// Replaces or drops a temporary setting, for all to see.
    func applyTemporary(_ setting: TemporarySetting?, to slot: Slot, mark: ChangeMark, by uid: UInt32? = nil) {
        let before = book.preference(of: slot)
        book.setTemporary(setting, of: slot)
        note(mark, of: slot, from: before, to: book.preference(of: slot), by: uid)
    }

    /// Marks what differs between two preferences of a slot, and logs it. When nothing does, how long it lasts differs,
    /// which shows beside the languages.
    ///
    /// - Parameter uid: who asked for it; nil for time and for edited files.
    func note(_ mark: ChangeMark, of slot: Slot, from old: Preference, to new: Preference, by uid: UInt32? = nil) {
        logChange(of: slot, from: old, to: new, reason: mark.reason, by: uid)
        if old.languages != new.languages || old.region == new.region { ledger.noteLanguages(of: slot, mark) }
        if old.region != new.region { ledger.noteRegion(of: slot, mark) }
    }

    private func deadline(inSeconds seconds: Int) -> Deadline {
        Deadline(
            boottime: ports.clock.boottime + Int64(seconds) * 1_000_000_000, unix: ports.clock.unix + Int64(seconds))
    }

    private func answer(_ change: PendingChange, _ outcome: SettingOutcome) {
        let uid = change.call.connection.peer.uid
        change.call.reply(
            LocaleInterface.Set.Reply(
                state: state(uid: uid, application: change.application, domains: []),
                requested: change.request.requested ?? [],
                stored: outcome.preference.languages.map(\.description),
                inForce: languageInForce(in: change.slot),
                reason: outcome.isFallback ? .fallback : .set,
                masks: masks(of: change.slot, uid: uid, application: change.application)))
    }

    /// The language that a slot's own view has, as if nothing narrower were set.
    func languageInForce(in slot: Slot) -> String? {
        resolve(slots(from: slot)).languages.first?.description
    }

    /// A caller's settings that are narrower than a slot and so hide it (semantics L13).
    func masks(of slot: Slot, uid: UInt32, application: String?) -> [Setting] {
        let slots = slots(uid: uid, application: application)
        guard let index = slots.firstIndex(of: slot) else { return [] }
        return slots[..<index].filter { !book.preference(of: $0).languages.isEmpty }.map(setting)
    }

    /// A slot's setting as it is told.
    func setting(of slot: Slot) -> Setting {
        let preference = book.preference(of: slot)
        let temporary = book.temporary[slot]
        var application: String?
        if case .application(_, let name) = slot { application = name }
        return Setting(
            scope: slot.scope, application: application, languages: preference.languages.map(\.description),
            region: preference.region?.identifier, runtime: temporary != nil, until: temporary?.end?.unix)
    }

    /// Ends a change and goes on with the next one of its queue.
    private func finish(_ change: PendingChange, _ ending: (PendingChange) -> Void) {
        changes.remove(change)
        ending(change)
        advance(change.slot.owner)
    }
}
