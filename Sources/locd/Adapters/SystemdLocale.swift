import LanguageTags
import LinuxIO
import LocdDaemon
import Systemd

/// The operating system's locale and keyboard as systemd-localed keeps them: followed, and set where the daemon says so.
///
/// Following: a signal that the properties changed has them read again, since its content proves nothing; so has a
/// connection to the bus that is there (again). That the service ends, as it does when nobody has asked for a while,
/// changes nothing: what it said still holds, and the bus tells of the next one's changes by the same name. While the
/// bus or the service does not answer, `locale` is nil and others decide. One reading is under way at a time, with a
/// pause before the next, so that a flood of signals costs little.
///
/// Setting: what is to be set waits until the present properties have been read: what is not the daemon's is kept, and
/// what is so already is not written. Of several settings the newest waits; it also waits for a bus that is absent.
final class SystemdLocale: MachineLocale {
    /// How long to wait for what.
    struct Patience {
        var reading: Duration = .seconds(10)
        /// Making a locale takes its time.
        var writing: Duration = .seconds(60)
        /// Between two readings.
        var pause: Duration = .milliseconds(100)
        /// Before asking a service again that did not answer.
        var retry: Duration = .seconds(60)
    }

    /// Assignments such as `LANG=hi_IN.UTF-8`; nil while the service does not answer.
    private(set) var locale: [String]?
    /// Called when `locale` has changed.
    var onChange: () -> Void = {}

    private let bus: SystemBus
    private let log: any DaemonLog
    private let patience: Patience
    private var subscription: BusSubscription?
    private var timer: TimerSource?
    private var reading: BusCall?
    private var lastReading = BoottimeInstant(nanoseconds: 0)
    /// Why the service does not answer; nil while it does.
    private var silence: BusError.Code?
    /// Something happened since the reading under way began.
    private var isStale = false
    private var writing: BusCall?
    private var wantedLocale: [String: String]?
    private var wantedKeyboard: KeyboardHint?

    /// Begins to follow; the first answer comes later.
    ///
    /// - Parameter bus: for this alone: the bus bounds the answers that one connection waits for.
    init(
        _ loop: EventLoop, _ bus: SystemBus, log: any DaemonLog, patience: Patience = Patience()
    ) throws(SystemError) {
        self.bus = bus
        self.log = log
        self.patience = patience
        timer = try TimerSource(loop) { [unowned self] in read() }
        subscription = try bus.subscribe(to: LocaleService.changed) { [unowned self] event in
            switch event {
            case .connected, .signalled: readSoon()
            case .unavailable(let error): became(nil, because: error)
            }
        }
    }

    // MARK: Following

    /// Reads the properties again: now, or when the pause after the last reading is over.
    func readSoon() {
        guard reading == nil else { return isStale = true }
        let next = lastReading.advanced(by: patience.pause)
        if next <= BoottimeClock.now { read() } else { setTimer(to: next) }
    }

    private func read() {
        guard reading == nil else { return }
        setTimer(to: nil)
        isStale = false
        lastReading = BoottimeClock.now
        do throws(SystemError) {
            reading = try bus.call(LocaleService.readAll, deadline: patience.reading) { [unowned self] in
                reading = nil
                take($0)
            }
        } catch {
            log.log(.error, "systemd-localed cannot be asked: \(error)")
        }
    }

    private func take(_ result: Result<[BusValue], BusError>) {
        do throws(BusError) {
            let properties = try LocaleService.Properties(answer: result.get())
            became(properties.locale)
            write(over: properties)
        } catch {
            became(nil, because: error)
            // One that is not installed is not asked again; a signal will tell of one that comes.
            if error.code == .timedOut { setTimer(to: BoottimeClock.now.advanced(by: patience.retry)) }
        }
        if isStale { readSoon() }
    }

    private func became(_ locale: [String]?, because error: BusError? = nil) {
        // A machine without a bus is nothing to tell of, and the same again neither.
        if let error, self.locale != nil || ![.unreachable, silence].contains(error.code) {
            log.log(.notice, "systemd-localed does not answer: \(error)")
        }
        silence = error?.code
        guard locale != self.locale else { return }
        self.locale = locale
        onChange()
    }

    private func setTimer(to instant: BoottimeInstant?) {
        do throws(SystemError) {
            try timer?.set(to: instant)
        } catch {
            log.log(.error, "systemd-localed will not be asked again: \(error)")
        }
    }

    // MARK: Setting

    func setLocale(_ variables: [String: String]) {
        wantedLocale = variables
        readSoon()
    }

    func setKeyboard(_ hint: KeyboardHint) {
        wantedKeyboard = hint
        readSoon()
    }

    /// Writes what is wanted and not so yet, one thing at a time.
    private func write(over present: LocaleService.Properties) {
        guard writing == nil else { return }
        if let wanted = wantedLocale {
            wantedLocale = nil
            let assignments = Self.assignments(wanted, over: present.locale)
            if Set(assignments) != Set(present.locale) {
                return send(LocaleService.setLocale(assignments, asksPeople: false), assignments.joined(separator: " "))
                {
                    [unowned self] in wantedLocale = wantedLocale ?? wanted
                }
            }
        }
        if let wanted = wantedKeyboard {
            wantedKeyboard = nil
            let keyboard = present.keyboard.with(wanted)
            if keyboard != present.keyboard {
                send(LocaleService.setKeyboard(keyboard, asksPeople: false), "keyboard \(wanted.layout)") {
                    [unowned self] in wantedKeyboard = wantedKeyboard ?? wanted
                }
            }
        }
    }

    private func send(_ call: BusMethodCall, _ value: String, keep: @escaping () -> Void) {
        do throws(SystemError) {
            writing = try bus.call(call, deadline: patience.writing) { [unowned self] result in
                writing = nil
                switch result {
                case .success:
                    log.log(.info, "systemd-localed has set \(value)")
                    // Whatever else is wanted goes on from what is there now.
                    readSoon()
                case .failure(let error) where error.code == .unreachable: keep()
                case .failure(let error): log.log(.warning, "systemd-localed has not set \(value): \(error)")
                }
            }
        } catch {
            log.log(.error, "systemd-localed cannot be asked to set \(value): \(error)")
        }
    }

    /// The assignments to set: the daemon's, and of the present ones those of categories that it never sets.
    ///
    /// No `LANGUAGE`: the service refuses its lists, and one that is there would hide the rest.
    static func assignments(_ variables: [String: String], over present: [String]) -> [String] {
        let others = ["LC_CTYPE", "LC_COLLATE", "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_IDENTIFICATION"]
        let kept = present.filter { line in others.contains { line.hasPrefix("\($0)=") } }
        // LC_MESSAGES says what LANG does.
        let own = variables.filter { $0.key != "LANGUAGE" && $0.key != "LC_MESSAGES" }
        return own.map { "\($0.key)=\($0.value)" }.sorted() + kept
    }
}

extension LocaleService.Keyboard {
    /// This keyboard with a language's layout; its model and options stay.
    fileprivate func with(_ hint: KeyboardHint) -> LocaleService.Keyboard {
        LocaleService.Keyboard(layout: hint.layout, model: model, variant: hint.variant ?? "", options: options)
    }
}
