import LinuxIO

extension Directory {
    /// The most files that are set aside for one name; after that they stay where they are.
    private static var setAsideLimit: Int { 64 }

    /// Gives what has a name the first free one of `NAME.bad-1`, `NAME.bad-2`…, durably, and gives that. Nothing is
    /// ever replaced, so what could not be read is never lost.
    ///
    /// Nil when none is free: then it stays where it is.
    func setAside(_ name: String) throws(SystemError) -> String? {
        guard let newName = try freeName(for: name) else { return nil }
        try rename(name, to: newName)
        try sync()
        return newName
    }

    /// As `setAside`, but what has the name keeps it as well: a second hard link.
    func keepAside(_ name: String) throws(SystemError) -> String? {
        guard let newName = try freeName(for: name) else { return nil }
        try link(name, as: newName)
        try sync()
        return newName
    }

    private func freeName(for name: String) throws(SystemError) -> String? {
        for number in 1...Directory.setAsideLimit {
            let newName = "\(name).bad-\(number)"
            if try status(of: newName) == nil { return newName }
        }
        return nil
    }
}
