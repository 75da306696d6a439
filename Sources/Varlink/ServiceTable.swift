/// The interfaces of a service: decides which calls reach its handlers, and answers `org.varlink.service` itself.
package struct ServiceTable: Sendable {
    /// What to do with a call.
    package enum Route: Sendable {
        /// Hand it to the service's handlers: the method is declared and the parameters fit its definition.
        case handler
        /// Send this reply.
        case reply(SharedFrame)
        /// Send this error.
        case error(VarlinkError)
    }

    /// What `GetInfo` answers.
    package let info: GetInfo.Reply
    private let interfaces: [String: InterfaceDescription]

    /// Makes the table of a service.
    ///
    /// - Parameter interfaces: all but `org.varlink.service`, which is added; in the order `GetInfo` lists them.
    package init(vendor: String, product: String, version: String, url: String, interfaces: [InterfaceDescription]) {
        let all = [ServiceInterface.description] + interfaces
        info = GetInfo.Reply(
            vendor: vendor, product: product, version: version, url: url, interfaces: all.map(\.name))
        self.interfaces = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }

    /// The definition of an interface, nil when the service does not have it.
    package func interface(_ name: String) -> InterfaceDescription? {
        interfaces[name]
    }

    /// Decides about a call: interface, method, `upgrade`, parameters, in this order.
    package func route(_ call: ServiceCall) -> Route {
        guard let interface = call.interface else { return .error(.methodNotFound(call.method)) }
        guard let description = interfaces[interface] else { return .error(.interfaceNotFound(interface)) }
        let method = String(call.method.dropFirst(interface.count + 1))
        do throws(VarlinkError) {
            guard case .method? = description.member(method)?.definition else { throw .methodNotFound(call.method) }
            // No method here can be upgraded; the connection goes on as it is.
            guard !call.upgrade else { throw .invalidParameter("upgrade") }
            try description.validate(parameters: call.parameters, of: method)
            return interface == ServiceInterface.name ? try answer(call) : .handler
        } catch {
            return .error(error)
        }
    }

    private func answer(_ call: ServiceCall) throws(VarlinkError) -> Route {
        do {
            if call.method == GetInfo.name { return .reply(try SharedFrame(reply: info)) }
            let parameters = try call.decode(GetInterfaceDescription.Parameters.self)
            guard let description = interfaces[parameters.interface] else {
                throw VarlinkError.interfaceNotFound(parameters.interface)
            }
            return .reply(try SharedFrame(reply: GetInterfaceDescription.Reply(description: description.text)))
        } catch {
            throw VarlinkError.describing(error)
        }
    }
}
