/// A method of an interface, as both sides of a connection know it.
///
/// One conforming type a method: its name, what goes in, what comes out.
package protocol VarlinkMethod {
    /// The members that a call's `parameters` have.
    associatedtype Parameters: Codable & Sendable
    /// The members that a reply's `parameters` have.
    associatedtype Reply: Codable & Sendable

    /// The interface that describes the method, for example `org.varlink.service`.
    static var interface: String { get }
    /// The fully qualified name, for example `org.varlink.service.GetInfo`.
    static var name: String { get }
}

/// The parameters of a method that has none, or the reply of one that answers with nothing.
package struct NoParameters: Codable, Sendable, Equatable {
    /// Makes the only value.
    package init() {}
}

/// What a caller asks for besides the method.
package enum CallMode: Sendable, Equatable {
    /// One reply.
    case single
    /// No reply, neither a result nor an error.
    case oneway
    /// Replies until one has no `continues`.
    case more
}
