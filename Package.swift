// swift-tools-version: 6.3
import PackageDescription

// One list of modules. `scripts/check-imports` holds the sources to it: a module imports what stands
// here and nothing else, and each C module has exactly one importer.
let package = Package(
    name: "locd",
    products: [
        .library(name: "Locd", targets: ["Locd"]),
        .executable(name: "locd", targets: ["locd"]),
        .executable(name: "locctl", targets: ["locctl"]),
    ],
    targets: [
        // C: what Glibc's module hides, and Debian's libraries.
        .target(name: "CLinux"),
        .target(name: "CICU", linkerSettings: [.linkedLibrary("icuuc")]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd"),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium"),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0"),
        .target(name: "CXML", dependencies: ["CLibXML2"]),

        // Libraries, from the system call upwards.
        .target(name: "LinuxIO", dependencies: ["CLinux"]),
        .target(name: "Systemd", dependencies: ["CSystemd", "LinuxIO"]),
        .target(name: "JSON"),
        .target(name: "Varlink", dependencies: ["JSON"]),
        .target(name: "VarlinkTransport", dependencies: ["JSON", "Varlink", "LinuxIO"]),
        .target(name: "LocdInterface", dependencies: ["JSON", "Varlink"]),
        .target(name: "Catalog"),
        .target(name: "LanguageTags", dependencies: ["CICU", "Catalog"]),
        .target(name: "CatalogBuilder", dependencies: ["Catalog", "LanguageTags", "JSON"]),
        .target(
            name: "InterchangeFormats", dependencies: ["CXML", "CatalogBuilder", "LanguageTags", "Catalog", "JSON"]),
        .target(name: "PackStore", dependencies: ["CSodium", "LinuxIO", "Catalog", "JSON"]),
        .target(
            name: "LocdDaemon", dependencies: ["LocdInterface", "LanguageTags", "Catalog", "JSON", "Varlink"]),
        .target(
            name: "Installation",
            dependencies: [
                "LocdDaemon", "LocdInterface", "PackStore", "CatalogBuilder", "LanguageTags", "LinuxIO",
            ]),
        .target(
            name: "Locd", dependencies: ["Catalog", "LocdInterface", "VarlinkTransport", "JSON", "Varlink", "LinuxIO"]),

        // Programs: they wire the above together.
        .executableTarget(
            name: "locd",
            dependencies: [
                "Installation", "LocdDaemon", "LocdInterface", "LanguageTags", "PackStore", "CatalogBuilder", "Catalog",
                "VarlinkTransport", "Varlink", "JSON", "Systemd", "LinuxIO",
            ]),
        .executableTarget(
            name: "locctl",
            dependencies: [
                "Installation", "LocdDaemon", "LocdInterface", "LanguageTags", "PackStore", "InterchangeFormats",
                "CatalogBuilder", "Catalog", "VarlinkTransport", "Varlink", "JSON", "Systemd", "LinuxIO",
            ]),
        .executableTarget(
            name: "varlink-certification",
            dependencies: ["Varlink", "VarlinkTransport", "JSON", "Systemd", "LinuxIO"],
            path: "Tests/varlink-certification"),
        .executableTarget(
            name: "systemd-probe", dependencies: ["Systemd", "LinuxIO"], path: "Tests/systemd-probe"),
        .executableTarget(name: "container-crowd", dependencies: ["Locd"], path: "Tests/container-crowd"),
        .executableTarget(name: "store-probe", dependencies: ["PackStore", "LinuxIO"], path: "Tests/store-probe"),
        // Our side of the comparison with gettext and D-Bus that Benchmarks/run makes.
        .executableTarget(
            name: "locd-bench",
            dependencies: [
                "Locd", "LocdInterface", "LanguageTags", "CatalogBuilder", "VarlinkTransport", "Varlink", "JSON",
                "LinuxIO",
            ],
            path: "Benchmarks/locd-bench"),
        .executableTarget(
            name: "kiosk", dependencies: ["Locd"], path: "Examples/kiosk",
            exclude: ["domains", "demo", "demo.svg", "kiosk.py", "kiosk.sh"], sources: ["Sources"]),

        // Tests.
        .target(name: "TestSupport", dependencies: ["LinuxIO"], path: "Tests/TestSupport"),
        .target(name: "BusPeer", dependencies: ["TestSupport", "Systemd", "LinuxIO"], path: "Tests/BusPeer"),
        .testTarget(name: "LinuxIOTests", dependencies: ["TestSupport", "LinuxIO"]),
        .testTarget(
            name: "SystemdTests", dependencies: ["systemd-probe", "BusPeer", "TestSupport", "Systemd", "LinuxIO"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON"]),
        .testTarget(name: "VarlinkTests", dependencies: ["Varlink", "JSON"]),
        .testTarget(
            name: "VarlinkTransportTests",
            dependencies: [
                "TestSupport", "VarlinkTransport", "Varlink", "JSON", "LinuxIO", "varlink-certification",
            ]),
        .testTarget(name: "LocdInterfaceTests", dependencies: ["LocdInterface", "Varlink", "JSON"]),
        .testTarget(name: "CatalogTests", dependencies: ["Catalog", "CatalogBuilder"]),
        .testTarget(name: "LanguageTagsTests", dependencies: ["LanguageTags", "Catalog", "JSON", "LinuxIO"]),
        .testTarget(name: "CatalogBuilderTests", dependencies: ["CatalogBuilder", "Catalog", "LanguageTags", "JSON"]),
        .testTarget(
            name: "InterchangeFormatsTests",
            dependencies: ["InterchangeFormats", "CatalogBuilder", "Catalog", "LanguageTags", "JSON"]),
        .testTarget(
            name: "PackStoreTests",
            dependencies: ["store-probe", "TestSupport", "PackStore", "CatalogBuilder", "LinuxIO", "Catalog", "JSON"]),
        .testTarget(
            name: "LocdDaemonTests",
            dependencies: ["LocdDaemon", "LocdInterface", "LanguageTags", "Catalog", "Varlink", "JSON"]),
        .testTarget(
            name: "LocdProgramTests",
            dependencies: [
                "locd", "Installation", "LocdDaemon", "LocdInterface", "CatalogBuilder", "LanguageTags", "BusPeer",
                "TestSupport", "Systemd", "LinuxIO",
            ]),
        .testTarget(
            name: "LocdTests",
            dependencies: [
                "TestSupport", "Locd", "LocdInterface", "CatalogBuilder", "Catalog", "VarlinkTransport", "Varlink",
                "JSON", "LinuxIO",
            ]),
        // What `make install` puts into a system: units, configuration, and where everything goes.
        .testTarget(
            name: "UnitFileTests",
            dependencies: ["TestSupport", "locd", "locctl", "LocdDaemon", "LanguageTags", "LinuxIO"]),
        .testTarget(name: "LocctlTests", dependencies: ["locctl", "LocdInterface", "Varlink", "LinuxIO"]),
        // Real processes and real sockets: `locd`, `locctl` and foreign clients.
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "BusPeer", "TestSupport", "locd", "locctl", "varlink-certification", "Locd", "LocdDaemon",
                "LocdInterface",
                "VarlinkTransport", "Varlink", "CatalogBuilder", "Catalog", "JSON", "Systemd", "LinuxIO",
            ]),
        // The same under a systemd that is PID 1, in a container.
        .testTarget(
            name: "ContainerTests", dependencies: ["TestSupport", "locd", "locctl", "container-crowd", "LinuxIO"]),
    ],
    cxxLanguageStandard: .cxx17
)

// The same strict settings for every target.
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]
}
