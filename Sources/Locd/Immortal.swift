internal import Synchronization

/// A reference to an object that, once it is referred to like this, is never freed.
///
/// So it may be used without retaining it, which costs every thread that does so a contended cache line.
@safe struct Immortal<Object: AnyObject & Sendable>: Sendable, Equatable {
    fileprivate let reference: Unmanaged<Object>

    fileprivate init(reference: Unmanaged<Object>) {
        unsafe self.reference = reference
    }

    /// Makes an object immortal.
    init(_ object: Object) {
        unsafe reference = Unmanaged.passRetained(object)
    }

    /// Lends the object.
    @inline(__always)
    func lend<Result>(_ body: (Object) -> Result) -> Result {
        unsafe reference._withUnsafeGuaranteedRef(body)
    }

    /// Whether both refer to the same object.
    static func == (left: Immortal, right: Immortal) -> Bool {
        unsafe left.reference.toOpaque() == right.reference.toOpaque()
    }
}

/// A reference to an immortal object that any thread may read while another one sets it.
@safe struct AtomicImmortal<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    private let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

    /// Reads the reference; nil before it was set.
    @inline(__always)
    func load() -> Immortal<Object>? {
        guard let reference = unsafe reference.load(ordering: .acquiring) else { return nil }
        return unsafe Immortal(reference: reference)
    }

    /// Sets the reference.
    func store(_ object: Immortal<Object>) {
        unsafe reference.store(object.reference, ordering: .releasing)
    }
}
