import Varlink

extension CatalogInterface {
    /// `org.locd.Catalog.Open`: one catalog as a sealed memfd. Errors: NoSuchCatalog, OpenFailed.
    package enum Open: VarlinkMethod {
        package static let interface = CatalogInterface.name
        package static let name = "org.locd.Catalog.Open"

        package struct Parameters: Codable, Sendable {
            /// 64 lower-case hexadecimal digits, as in `CatalogFile.digest`.
            package var digest: String

            package init(digest: String) {
                self.digest = digest
            }
        }

        package struct Reply: Codable, Sendable {
            /// Index of the descriptor among those of the message.
            package var descriptor: Int
            /// Length in bytes.
            package var size: Int

            package init(descriptor: Int, size: Int) {
                self.descriptor = descriptor
                self.size = size
            }
        }
    }
}
