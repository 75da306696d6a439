/// The interface that every service has (UAPI.20, "The org.varlink.service Interface").
package enum ServiceInterface {
    /// Its name.
    package static let name = "org.varlink.service"

    /// Its definition, ready parsed.
    package static let description: InterfaceDescription = {
        do {
            return try InterfaceDescription(parsing: text)
        } catch {
            preconditionFailure("org.varlink.service: \(error)")
        }
    }()

    private static let text = """
        # Every service has this interface: it describes the service and the interfaces
        # that it implements, and defines the errors that any method may give.
        interface org.varlink.service

        # Tells who made the service and which interfaces it implements.
        method GetInfo() -> (
          # Who makes the product.
          vendor: string,
          # What the product is called.
          product: string,
          # Which version of the product runs.
          version: string,
          # Where to read about the product.
          url: string,
          # The names of all interfaces, this one included.
          interfaces: []string
        )

        # Gives the definition of an interface, comments included.
        method GetInterfaceDescription(
          # The name of one of the interfaces of the service.
          interface: string
        ) -> (
          # The definition in the interface definition language.
          description: string
        )

        # The service does not implement the interface.
        error InterfaceNotFound (interface: string)

        # The interface does not define the method.
        error MethodNotFound (method: string)

        # The interface defines the method, but the service does not implement it.
        error MethodNotImplemented (method: string)

        # A parameter is missing, unknown, of the wrong type or out of range.
        error InvalidParameter (parameter: string)

        # The client may not do this.
        error PermissionDenied ()

        # The method works only with "more".
        error ExpectedMore ()

        # The method works only with "upgrade".
        error ExpectedUpgrade ()

        """
}

/// Asks a service who it is.
package enum GetInfo: VarlinkMethod {
    package typealias Parameters = NoParameters

    /// What a service says of itself.
    package struct Reply: Codable, Sendable, Equatable {
        /// Who makes the product.
        package var vendor: String
        /// What the product is called.
        package var product: String
        /// Which version runs.
        package var version: String
        /// Where to read about it.
        package var url: String
        /// The names of all its interfaces.
        package var interfaces: [String]

        /// Makes an answer.
        package init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
            self.vendor = vendor
            self.product = product
            self.version = version
            self.url = url
            self.interfaces = interfaces
        }
    }

    package static let interface = ServiceInterface.name
    package static let name = "org.varlink.service.GetInfo"
}

/// Asks a service for the definition of one of its interfaces.
package enum GetInterfaceDescription: VarlinkMethod {
    /// Which interface.
    package struct Parameters: Codable, Sendable, Equatable {
        /// The interface's name.
        package var interface: String

        /// Asks for an interface.
        package init(interface: String) {
            self.interface = interface
        }
    }

    /// The definition.
    package struct Reply: Codable, Sendable, Equatable {
        /// The text in the interface definition language.
        package var description: String

        /// Makes an answer.
        package init(description: String) {
            self.description = description
        }
    }

    package static let interface = ServiceInterface.name
    package static let name = "org.varlink.service.GetInterfaceDescription"
}
