/// Why a catalog cannot be read, or a message not be put together.
package struct CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is; programs decide by this.
    package enum Code: Hashable, Sendable {
        /// The bytes do not begin as a catalog does.
        case notACatalog
        /// A catalog, but of a version this reader does not know.
        case unsupportedVersion
        /// The file's size is not the one its header states.
        case wrongSize
        /// The checksum does not fit the bytes.
        case checksumMismatch
        /// A number in the file leads outside of it or contradicts another.
        case damaged
        /// A specifier asks for an argument that was not given.
        case missingArgument
        /// A specifier asks for a kind of argument other than the one given.
        case wrongArgumentType
    }

    package let code: Code
    /// A sentence for the log that names the thing and the value.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
