// Most calls have one to three arguments. They are read onto the stack: nothing is allocated for them.

internal import Catalog

/// Calls `body` with the value of this argument.
@inline(__always)
func withArguments<Result>(
    _ argument: any TextArgument, body: (UnsafeBufferPointer<MessageArgument>) -> Result
) -> Result {
    let values: InlineArray<1, MessageArgument> = [argument.messageArgument]
    return unsafe values.span.withUnsafeBufferPointer { unsafe body($0) }
}

/// Calls `body` with the values of these arguments.
@inline(__always)
func withArguments<Result>(
    _ first: any TextArgument, _ second: any TextArgument, body: (UnsafeBufferPointer<MessageArgument>) -> Result
) -> Result {
    let values: InlineArray<2, MessageArgument> = [first.messageArgument, second.messageArgument]
    return unsafe values.span.withUnsafeBufferPointer { unsafe body($0) }
}

/// Calls `body` with the values of these arguments.
@inline(__always)
func withArguments<Result>(
    _ first: any TextArgument, _ second: any TextArgument, _ third: any TextArgument,
    body: (UnsafeBufferPointer<MessageArgument>) -> Result
) -> Result {
    let values: InlineArray<3, MessageArgument> = [
        first.messageArgument, second.messageArgument, third.messageArgument,
    ]
    return unsafe values.span.withUnsafeBufferPointer { unsafe body($0) }
}
