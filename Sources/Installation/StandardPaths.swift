/// Where a system has what is locd's, unless somebody says otherwise.
package enum StandardPaths {
    /// Texts shipped with the product, `DOMAIN/…` in it.
    package static let texts = "/usr/share/locd/domains"
    /// Settings and the generation.
    package static let state = "/var/lib/locd"
    /// Catalogs that the daemon made.
    package static let cache = "/var/cache/locd"
}
