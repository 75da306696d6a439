import LinuxIO
import LocdInterface
import Systemd

/// The machine's keyboard as systemd-localed keeps it, asked for by the caller and not by the daemon: who may set it is
/// between them and polkit, and the daemon lends its rights to nobody.
struct MachineKeyboard {
    /// For an answer that nobody has to be asked for.
    private static let patience = Duration.seconds(10)
    /// For one that a person gives with a password.
    private static let patienceWithPeople = Duration.seconds(120)

    /// Whether polkit may ask somebody for a password.
    let asksPeople: Bool

    /// Makes a layout that of the machine; model and options stay, and what is so already is left alone.
    func set(_ keyboard: Keyboard) throws(Failure) {
        let loop = try reporting { () throws(SystemError) in try EventLoop() }
        let bus = try reporting { () throws(SystemError) in try SystemBus(loop) }
        let present = try call(LocaleService.readAll, Self.patience, bus, loop) { values throws(BusError) in
            try LocaleService.Properties(answer: values).keyboard
        }
        let wanted = LocaleService.Keyboard(
            layout: keyboard.layout, model: present.model, variant: keyboard.variant ?? "", options: present.options)
        guard wanted != present else { return }
        let setting = LocaleService.setKeyboard(wanted, asksPeople: asksPeople)
        try call(setting, asksPeople ? Self.patienceWithPeople : Self.patience, bus, loop) { _ in }
    }

    /// Calls a method and waits for what becomes of it.
    private func call<Answer>(
        _ call: BusMethodCall, _ deadline: Duration, _ bus: SystemBus, _ loop: EventLoop,
        _ read: ([BusValue]) throws(BusError) -> Answer
    ) throws(Failure) -> Answer {
        var result: Result<[BusValue], BusError>?
        try reporting { () throws(SystemError) in
            let pending = try bus.call(call, deadline: deadline) { result = $0 }
            while result == nil { _ = try loop.turn(timeout: .seconds(1)) }
            withExtendedLifetime(pending) {}
        }
        do throws(BusError) {
            // The loop above ends with one.
            return try read(result!.get())
        } catch {
            throw Failure(error)
        }
    }
}

extension Failure {
    /// systemd-localed or the bus did not do what was asked.
    fileprivate init(_ error: BusError) {
        let refusals = ["AccessDenied", "InteractiveAuthorizationRequired", "AuthFailed"]
        if case .refused(let name) = error.code, refusals.contains("\(name.split(separator: ".").last ?? "")") {
            self.init(
                .notAllowed,
                "you are not allowed to set the machine's keyboard; root is, and whom polkit lets "
                    + "(\(printable(error.description)))")
        } else {
            self.init(
                .other,
                "systemd-localed, which keeps the machine's keyboard, cannot be asked: "
                    + printable(error.description))
        }
    }
}
