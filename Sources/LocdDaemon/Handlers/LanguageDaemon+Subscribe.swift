import LocdInterface
import Varlink

extension LanguageDaemon {
    func subscribe(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(LocaleInterface.Subscribe.self)
        guard call.wantsMore else { throw VarlinkError.expectedMore }
        try authorize(call)
        try checkApplication(parameters.application)
        let seconds = parameters.heartbeatSeconds ?? 20
        guard (0...configuration.limits.heartbeatSeconds).contains(seconds) else {
            throw VarlinkError.invalidParameter("heartbeatSeconds")
        }
        let key = ViewKey(
            uid: call.connection.peer.uid, application: parameters.application,
            domains: try checkDomains(parameters.domains))
        let state = state(uid: key.uid, application: key.application, domains: key.domains)
        let frame = views.frame(of: key, telling: state) ?? Self.event(state)
        let heartbeat = seconds == 0 ? nil : Int64(seconds) * 1_000_000_000
        views.add(
            Subscription(
                connection: call.connection, heartbeat: heartbeat,
                heartbeatDue: heartbeat.map { ports.clock.boottime + $0 }),
            to: key, state: state, frame: frame)
        call.beginStream(frame)
    }
}
