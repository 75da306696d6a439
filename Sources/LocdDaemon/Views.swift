import LocdInterface
import Varlink

/// What a subscriber looks at: all who look at the same share one state and its bytes.
struct ViewKey: Hashable {
    var uid: UInt32
    var application: String?
    var domains: [String]
}

/// One connection's subscription.
struct Subscription {
    let connection: any ClientConnection
    /// Nanoseconds of silence after which a heartbeat is due; nil means never.
    let heartbeat: Int64?
    /// When the next heartbeat is due, on CLOCK_BOOTTIME.
    var heartbeatDue: Int64?
}

/// The subscribers of one view and the state they were last given.
struct View {
    var state: State
    var frame: SharedFrame
    var subscribers: [ObjectIdentifier: Subscription] = [:]
}

/// All subscriptions, by view.
///
/// A change costs one state and one frame a view, however many look at it; each subscriber then has at most that one
/// frame pending, shared by all (the connection replaces what it has not sent yet).
struct Views {
    private(set) var views: [ViewKey: View] = [:]
    private var keys: [ObjectIdentifier: ViewKey] = [:]
    /// How many subscriptions want heartbeats: without any there is nothing to wake for.
    private var heartbeats = 0
    /// No heartbeat is due before this. Kept, as it is asked for after every event of the loop; it may be early, since
    /// a state puts heartbeats off.
    private var earliestHeartbeat = Int64.max

    /// The frame that others who look at the view were given, if it still tells this state: what a temporary setting
    /// was silently prolonged to shows in the state alone.
    func frame(of key: ViewKey, telling state: State) -> SharedFrame? {
        views[key].flatMap { $0.state == state ? $0.frame : nil }
    }

    /// Adds a subscription; a connection has at most one.
    mutating func add(_ subscription: Subscription, to key: ViewKey, state: State, frame: SharedFrame) {
        let identifier = ObjectIdentifier(subscription.connection)
        remove(identifier)
        var view = views.removeValue(forKey: key) ?? View(state: state, frame: frame)
        view.state = state
        view.frame = frame
        view.subscribers[identifier] = subscription
        views[key] = view
        keys[identifier] = key
        guard let due = subscription.heartbeatDue else { return }
        heartbeats += 1
        earliestHeartbeat = min(earliestHeartbeat, due)
    }

    /// Forgets a connection, and its view when nobody else looks at it.
    mutating func remove(_ connection: ObjectIdentifier) {
        guard let key = keys.removeValue(forKey: connection) else { return }
        if views[key]?.subscribers.removeValue(forKey: connection)?.heartbeat != nil { heartbeats -= 1 }
        if views[key]?.subscribers.isEmpty == true { views[key] = nil }
    }

    /// Gives all subscribers of a view its new frame.
    mutating func publish(_ frame: SharedFrame, state: State, to key: ViewKey, now: Int64) {
        guard let index = views.index(forKey: key) else { return }
        views.values[index].state = state
        views.values[index].frame = frame
        for subscription in views.values[index].subscribers.values {
            subscription.connection.setPending(frame)
        }
        if heartbeats > 0 { restartHeartbeats(of: index, now: now) }
    }

    private mutating func restartHeartbeats(of index: Dictionary<ViewKey, View>.Index, now: Int64) {
        for (identifier, subscription) in views.values[index].subscribers {
            guard let heartbeat = subscription.heartbeat else { continue }
            views.values[index].subscribers[identifier]?.heartbeatDue = now + heartbeat
        }
    }

    /// When to look for heartbeats that are due, on CLOCK_BOOTTIME; nil when nobody wants any.
    var nextHeartbeat: Int64? { heartbeats > 0 ? earliestHeartbeat : nil }

    /// Sends the heartbeats that are due; a connection that has something unsent gets none, as that is a sign of life
    /// of its own.
    mutating func sendHeartbeats(_ frame: SharedFrame, now: Int64) {
        guard heartbeats > 0, earliestHeartbeat <= now else { return }
        earliestHeartbeat = .max
        for key in Array(views.keys) {
            guard let index = views.index(forKey: key) else { continue }
            for (identifier, subscription) in views.values[index].subscribers {
                guard var due = subscription.heartbeatDue, let heartbeat = subscription.heartbeat else { continue }
                if due <= now {
                    if subscription.connection.isDrained { subscription.connection.setPending(frame) }
                    due = now + heartbeat
                    views.values[index].subscribers[identifier]?.heartbeatDue = due
                }
                earliestHeartbeat = min(earliestHeartbeat, due)
            }
        }
    }
}
