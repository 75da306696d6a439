import Catalog
import LanguageTags
import LocdInterface
import Varlink

/// Working out what a caller sees.
extension LanguageDaemon {
    /// The scopes a caller's language is asked of, narrowest first.
    func slots(uid: UInt32, application: String?) -> [Slot] {
        (application.map { [Slot.application(uid, $0)] } ?? []) + [.user(uid), .system]
    }

    /// When and why the view of these scopes last changed.
    func lastChange(_ slots: [Slot], _ resolution: Resolution) -> ChangeMark {
        ledger.lastChange(
            slots: slots, languageDecider: resolution.languageDecider, regionDecider: resolution.regionDecider)
    }

    /// The whole state that a caller sees.
    func state(uid: UInt32, application: String?, domains: [String]) -> State {
        let slots = slots(uid: uid, application: application)
        let resolution = resolve(slots)
        let mark = lastChange(slots, resolution)
        return State(
            generation: mark.generation,
            scope: origin(of: resolution, slots: slots),
            requested: resolution.requested.map(\.description),
            languages: resolution.languages.map(\.description),
            region: resolution.region?.identifier,
            locale: resolution.localeIdentifier,
            direction: resolution.direction == .rightToLeft ? .rightToLeft : .leftToRight,
            keyboard: resolution.keyboard.map {
                Keyboard(layout: $0.layout, variant: $0.variant, inputMethod: $0.inputMethod)
            },
            environment: resolution.environment,
            dynamic: false,
            until: end(of: slots, resolution),
            reason: mark.reason,
            domains: domains.map { chain(of: $0, for: slots) })
    }

    func origin(of resolution: Resolution, slots: [Slot]) -> Origin {
        guard let decider = resolution.languageDecider else {
            return resolution.isDefault ? .default : .automatic
        }
        return switch slots[decider].scope {
        case .application: .application
        case .user: .user
        case .system: .system
        }
    }

    /// When the state will change by itself: when a temporary setting ends that was asked for languages or gave the
    /// region.
    private func end(of slots: [Slot], _ resolution: Resolution) -> Int64? {
        let lastAsked = resolution.languageDecider ?? slots.count - 1
        return slots.indices.filter { $0 <= lastAsked || $0 == resolution.regionDecider }
            .compactMap { book.temporary[slots[$0]]?.end?.unix }.min()
    }

    /// The generation of the newest change that any program of a user can see.
    func userGeneration(_ uid: UInt32) -> Int64 {
        let views = [nil] + book.applications(of: uid).map(Optional.some)
        return views.lazy.map { application in
            let slots = self.slots(uid: uid, application: application)
            return self.lastChange(slots, self.resolve(slots)).generation
        }.max() ?? 0
    }

    /// Keeps the catalogs open, and has them verified, that the settings of the machine and of everybody who has any
    /// bring into force. Many users have few different settings, and each of these is looked at once.
    func holdCatalogs() {
        let chosen = book.chosenSlots.union([.system])
        let preferences = Set(chosen.map { slots(from: $0).map(book.preference) })
        var digests: Set<String> = []
        for domain in resolver.inventory.domains.keys {
            for asked in preferences {
                digests.formUnion(resolutions.chain(of: domain, for: asked).catalogs.map(\.digest))
            }
        }
        ports.catalogs.hold(digests)
        // Those that are damaged come back as another inventory, without them.
        ports.catalogs.verify(digests.sorted()) { _ in }
    }

    /// The scopes that a slot's own view asks, as if nothing narrower were set.
    func slots(from slot: Slot) -> [Slot] {
        switch slot {
        case .system: [.system]
        case .user(let uid): [.user(uid), .system]
        case .application(let uid, _): [slot, .user(uid), .system]
        }
    }

    /// Sends every view that changed its new state, then raises the words of those who poll.
    func publish() {
        let now = ports.clock.boottime
        for (key, view) in views.views {
            let slots = slots(uid: key.uid, application: key.application)
            guard lastChange(slots, resolve(slots)).generation > view.state.generation else { continue }
            let state = state(uid: key.uid, application: key.application, domains: key.domains)
            views.publish(Self.event(state), state: state, to: key, now: now)
        }
        for uid in ports.words.users { ports.words.raise(uid: uid, to: userGeneration(uid)) }
        tellMachineView()
        holdCatalogs()
    }

    /// A state as one event of a subscription.
    static func event(_ state: State) -> SharedFrame {
        SharedFrame(replyJSON: encoded(LocaleInterface.Subscribe.Reply(state: state)), continues: true)
    }
}
