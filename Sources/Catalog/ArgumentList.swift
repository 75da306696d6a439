/// The arguments of one call, borrowed for its time.
@safe
struct ArgumentList {
    private let positional: UnsafeBufferPointer<MessageArgument>
    private let named: UnsafeBufferPointer<NamedArgument>
    let placeholders: UnsafeBufferPointer<Placeholder>

    /// Positional arguments alone.
    init(positional: UnsafeBufferPointer<MessageArgument>) {
        unsafe self.init(positional, .init(start: nil, count: 0), .init(start: nil, count: 0))
    }

    private init(
        _ positional: UnsafeBufferPointer<MessageArgument>, _ named: UnsafeBufferPointer<NamedArgument>,
        _ placeholders: UnsafeBufferPointer<Placeholder>
    ) {
        unsafe self.positional = positional
        unsafe self.named = named
        unsafe self.placeholders = placeholders
    }

    /// Calls `body` with the list of these arguments, which must not outlive the call.
    static func with<Result>(_ arguments: MessageArguments, _ body: (ArgumentList) -> Result) -> Result {
        unsafe arguments.positional.withUnsafeBufferPointer { positional in
            unsafe arguments.named.withUnsafeBufferPointer { named in
                unsafe arguments.placeholders.withUnsafeBufferPointer { placeholders in
                    unsafe body(ArgumentList(positional, named, placeholders))
                }
            }
        }
    }

    /// Whether nothing is to be put in, so that a text is used verbatim.
    var isEmpty: Bool { unsafe positional.isEmpty && named.isEmpty && placeholders.isEmpty }

    /// Whether the call has positional arguments at all.
    var hasPositional: Bool { unsafe !positional.isEmpty }

    /// Whether the call has named arguments at all.
    var hasNamed: Bool { unsafe !named.isEmpty }

    /// The argument at this position, from 0; nil when there is none.
    func positional(_ position: Int) -> MessageArgument? {
        unsafe position < positional.count ? positional[position] : nil
    }

    /// The argument of this name, UTF-8; nil when there is none.
    func named(_ name: UnsafeRawBufferPointer) -> MessageArgument? {
        unsafe named.first { unsafe $0.name.isEqual(to: name) }?.value
    }
}
