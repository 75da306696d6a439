package import LinuxIO

extension CatalogCache {
    /// What looking at a catalog's bytes gave.
    package enum Verification: Hashable, Sendable {
        case intact
        /// They were not what the digest says. In the cache the file has been set aside, as `NAME.bad-N`.
        case damaged
        case missing
    }

    /// Puts a catalog into the cache, durably. One that is there already stays.
    ///
    /// - Parameter file: a sealed memory file, so that what was checked is what is stored.
    /// - Throws: `untrusted` when the file is not sealed; `damaged` when it is no catalog; `system`.
    package func store(_ file: borrowing FileDescriptor) throws(PackStoreError) -> StoredCatalog {
        let seals = try calling { () throws(SystemError) in try Memfd.seals(of: file) }
        guard seals.isSuperset(of: .unchangeable) else {
            throw PackStoreError(.untrusted, "a catalog to be stored is in a file that can still be changed")
        }
        let mapping = try calling { () throws(SystemError) in
            try Mapping(file, limit: CatalogCache.maximumCatalogBytes, detail: "catalog")
        }
        let catalog = try StoredCatalog(of: mapping, detail: "a catalog to be stored")
        // Another try finds the place free, if what was there was damaged.
        while try !create(catalog.digest, mapping) {
            if try verify(catalog.digest) == .intact { break }
        }
        return catalog
    }

    /// Opens a catalog for reading.
    ///
    /// - Throws: `system`; ENOENT when there is none.
    package func open(_ digest: ContentDigest) throws(PackStoreError) -> FileDescriptor {
        let place = CatalogCache.place(of: digest)
        return try calling { () throws(SystemError) in try objects.openFile(place.relativePath) }
    }

    /// Whether a catalog is there, with its size; its bytes are not looked at.
    package func contains(_ catalog: StoredCatalog) -> Bool {
        let place = CatalogCache.place(of: catalog.digest)
        // What cannot be opened cannot be served, whatever the reason.
        let status = try? objects.openFile(place.relativePath).status(detail: place.relativePath)
        return status?.size == catalog.size
    }

    /// Compares a catalog's bytes with its name. A damaged one is set aside, so that it is never served.
    package func verify(_ digest: ContentDigest) throws(PackStoreError) -> Verification {
        let place = CatalogCache.place(of: digest)
        let verification = try CatalogCache.verify(digest, in: objects, at: place.relativePath)
        guard verification == .damaged else { return verification }
        try calling { () throws(SystemError) in
            let directory = try objects.subdirectory(place.directory)
            if try directory.setAside(place.name) == nil { try directory.removeFile(place.name) }
        }
        return .damaged
    }

    /// Compares the bytes of a vendor's own catalog with the digest it had when it was found.
    package static func verify(_ digest: ContentDigest, of source: VendorFile) throws(PackStoreError) -> Verification {
        let directory = try calling { () throws(SystemError) in try Directory(path: source.root) }
        return try verify(digest, in: directory, at: source.relativePath)
    }

    private static func verify(
        _ digest: ContentDigest, in directory: borrowing Directory, at path: String
    ) throws(PackStoreError) -> Verification {
        do throws(SystemError) {
            let file = try directory.openFile(path)
            let found = try ContentDigest(of: file, limit: maximumCatalogBytes, detail: path)
            return found == digest ? .intact : .damaged
        } catch {
            if error.isMissing { return .missing }
            throw PackStoreError(error)
        }
    }

    /// How many catalogs lie in the cache, named by anybody or not, and their bytes together.
    package func contents() throws(PackStoreError) -> (catalogs: Int, bytes: Int) {
        var contents = (catalogs: 0, bytes: 0)
        try calling { () throws(SystemError) in
            for directoryName in try objects.list().names {
                let directory = try objects.subdirectory(directoryName)
                for name in try directory.list().names
                where CatalogCache.digest(directory: directoryName, name: name) != nil {
                    // One that goes away meanwhile has no size.
                    contents.catalogs += 1
                    contents.bytes += try directory.status(of: name)?.size ?? 0
                }
            }
        }
        return contents
    }

    private func create(_ digest: ContentDigest, _ mapping: Mapping) throws(PackStoreError) -> Bool {
        let place = CatalogCache.place(of: digest)
        return try calling { () throws(SystemError) in
            let directory = try objects.makeSubdirectory(place.directory, mode: 0o755)
            return try mapping.withBytes { bytes throws(SystemError) in
                try DurableFile.create(place.name, in: directory, with: bytes, mode: 0o444)
            }
        }
    }
}
