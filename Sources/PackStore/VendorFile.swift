package import LinuxIO

/// How a file is known to be the one that was built: what `stat(2)` says of it.
package struct FileStamp: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    /// In bytes.
    package let size: Int
    /// Nanoseconds since 1970.
    package let modified: Int64

    package init(device: UInt64, inode: UInt64, size: Int, modified: Int64) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
    }

    package init(_ status: FileStatus) {
        self.init(device: status.device, inode: status.inode, size: status.size, modified: status.modified)
    }
}

/// A file with texts in a vendor directory.
package struct VendorFile: Hashable, Sendable {
    /// What kind of file it is. The order is the one in which files for the same catalog win.
    package enum Kind: String, Hashable, Sendable, CaseIterable, Comparable {
        /// `TAG.lcat`: a catalog, used as it is.
        case catalog
        /// `TAG.json`: one language.
        case json
        /// `strings.json`: several languages.
        case jsonMap
        /// `TAG.lproj/TABLE.strings`.
        case strings
        /// `TAG/LC_MESSAGES/DOMAIN.mo`.
        case mo

        package static func < (one: Kind, other: Kind) -> Bool {
            // Every case is among all cases.
            allCases.firstIndex(of: one)! < allCases.firstIndex(of: other)!
        }
    }

    package let domain: String
    /// The language as the file's place spells it; nil for a map, which says itself.
    package let language: String?
    package let kind: Kind
    /// The vendor directory in which the file lies.
    package let root: String
    /// The file's path in there.
    package let relativePath: String
    package let stamp: FileStamp
    /// What else its catalogs depend on, as whoever builds them puts it: with another one they are built again.
    package var context: String

    package init(
        domain: String, language: String?, kind: Kind, root: String, relativePath: String, stamp: FileStamp,
        context: String = ""
    ) {
        self.domain = domain
        self.language = language
        self.kind = kind
        self.root = root
        self.relativePath = relativePath
        self.stamp = stamp
        self.context = context
    }

    /// The whole path.
    package var path: String { "\(root)/\(relativePath)" }

    /// Whether this is Apple's `Base.lproj`: texts in the domain's base language, whichever that is.
    package var isBaseLocalization: Bool { kind == .strings && language == "Base" }
}
