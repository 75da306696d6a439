import Installation
import LinuxIO

/// Where `locctl build` puts a catalog.
enum BuildTarget {
    case standardOutput
    case file(String)
    /// Below the root of a system image.
    case image(String, TextPlace)

    /// How findings and reports name it.
    var name: String {
        switch self {
        case .standardOutput: "-"
        case .file(let path): path
        case .image(let root, let place): root + place.path
        }
    }

    /// Looks whether a catalog can go there at all.
    ///
    /// - Throws: `Failure` with status `usage`.
    func check(_ console: Console) throws(Failure) {
        guard case .standardOutput = self else { return }
        if console.json != nil {
            throw Failure(.usage, "a catalog and JSON cannot both go to standard output; give -o FILE")
        }
        if console.isTerminal {
            throw Failure(.usage, "a catalog is nothing for a terminal; give -o FILE or a pipe")
        }
    }

    /// Puts the catalog there, in one step and durably.
    func write(_ catalog: [UInt8], _ console: Console) throws(Failure) {
        switch self {
        case .standardOutput: try console.write(catalog)
        case .file(let path): try Self.write(catalog, to: path)
        case .image(let root, let place):
            try reporting(on: name) { () throws(SystemError) in
                try place.write(catalog, in: RootDirectory(path: root))
            }
        }
    }

    private static func write(_ catalog: [UInt8], to path: String) throws(Failure) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        try reporting(on: path) { () throws(SystemError) in
            try DurableFile.replace(name, in: Directory(path: directory), with: catalog.span, mode: 0o644)
        }
    }
}
