package import Varlink

extension LocaleInterface {
    /// `org.locd.Locale.OpenGeneration`: the caller's generation word, as a read-only descriptor to map.
    package enum OpenGeneration: VarlinkMethod {
        package static let interface = LocaleInterface.name
        package static let name = "org.locd.Locale.OpenGeneration"

        package typealias Parameters = NoParameters

        package struct Reply: Codable, Sendable {
            /// Index of the descriptor among those of the message.
            package var descriptor: Int

            package init(descriptor: Int) {
                self.descriptor = descriptor
            }
        }
    }
}
