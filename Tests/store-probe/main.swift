// A process that stores, for the tests to interrupt: a power cut or a kill can only be tried on a process of its own.
import LinuxIO
import PackStore

let arguments = CommandLine.arguments

/// Tells something at once: nothing is kept back that a kill could take along. Where the tests fail this very call,
/// it is done again.
func tell(_ words: String) throws {
    let bytes = Array("\(words)\n".utf8)
    do {
        try StandardStream.output.writeAll(bytes)
    } catch {
        try StandardStream.output.writeAll(bytes)
    }
}

/// Stores the settings `x-1`, `x-2`, … and tells each one that is durable; an error is told as well and not the end.
func storeSettings(in path: String, count: Int) throws {
    let state = try StateDirectory(path: path, generationFloor: 0)
    try tell("open")
    for number in 1...count {
        do {
            let own = StoredPreference(languages: ["x-\(number)"])
            try state.settings.store(SettingsRecord(own: own), for: .system)
            try tell("stored \(number)")
        } catch let error as PackStoreError {
            try tell("failed \(number) \(error.message)")
        }
    }
}

/// Stores the catalog that lies in a file.
func storeCatalog(_ file: String, in path: String) throws {
    let bytes = try FileContents(ofPath: file, limit: 1 << 24, followingLinks: false).bytes
    let cache = try CatalogCache(path: path, builder: "probe")
    try tell("open")
    let catalog = try cache.store(try Memfd.sealed(name: "catalog", contents: bytes.span))
    try tell("stored \(catalog.digest.hexadecimal)")
}

switch arguments.dropFirst().first {
case "settings" where arguments.count == 4:
    try storeSettings(in: arguments[2], count: Int(arguments[3]) ?? 1)
case "catalog" where arguments.count == 4:
    try storeCatalog(arguments[2], in: arguments[3])
default:
    print("usage: store-probe settings DIRECTORY COUNT | catalog FILE DIRECTORY")
}
