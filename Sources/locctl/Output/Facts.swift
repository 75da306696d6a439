/// Names and values, one to a line, the values under each other; those without a value are left out.
func factLines(_ facts: [(name: String, value: String)]) -> [String] {
    let facts = facts.filter { !$0.value.isEmpty }
    let width = facts.map { displayWidth($0.name) }.max() ?? 0
    return facts.map { name, value in
        "\(name):" + String(repeating: " ", count: width - displayWidth(name) + 1) + printable(value)
    }
}
