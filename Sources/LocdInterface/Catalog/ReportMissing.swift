package import Varlink

extension CatalogInterface {
    /// `org.locd.Catalog.ReportMissing`: tells of a key that a program asked for and did not find; it is logged once.
    package enum ReportMissing: VarlinkMethod {
        package static let interface = CatalogInterface.name
        package static let name = "org.locd.Catalog.ReportMissing"

        package struct Parameters: Codable, Sendable {
            package var domain: String
            package var key: String
            package var language: String

            package init(domain: String, key: String, language: String) {
                self.domain = domain
                self.key = key
                self.language = language
            }
        }

        package typealias Reply = NoParameters
    }
}
