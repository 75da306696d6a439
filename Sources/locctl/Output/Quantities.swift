/// A size in bytes as people read it: `512 B`, `12.3 kB`, `4.0 MB`.
func sizeText(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var tenths = bytes / 100
    var units = ["kB", "MB", "GB", "TB"][...]
    while tenths >= 10_000, units.count > 1 {
        tenths /= 1000
        units.removeFirst()
    }
    return "\(tenths / 10).\(tenths % 10) \(units.first ?? "")"
}

/// A share of 0 to 1 in percent, rounded down so that 100 % means all.
func percentText(_ share: Double) -> String {
    "\(Int(max(0, min(1, share)) * 100)) %"
}

/// A number of seconds in its two largest units: `45 s`, `2 min 5 s`, `3 h`, `1 d 2 h`.
func secondsText(_ seconds: Int64) -> String {
    let units: [(name: String, seconds: Int64)] = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
    var rest = max(0, seconds)
    var parts: [String] = []
    for unit in units {
        let count = rest / unit.seconds
        rest %= unit.seconds
        if count > 0 { parts.append("\(count) \(unit.name)") } else if !parts.isEmpty { break }
        if parts.count == 2 { break }
    }
    return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
}
