/// The name that a mistyped word most likely stands for: one that it begins, or one at most two edits and half its
/// length away.
///
/// - Returns: nil when none is near; the first of those equally near.
func nearestName(to word: String, among names: [String]) -> String? {
    if word.count > 1, let whole = names.first(where: { $0.hasPrefix(word) }) { return whole }
    let limit = min(2, word.count / 2)
    let near = names.map { (name: $0, distance: editDistance(word, $0)) }.filter { $0.distance <= limit }
    return near.min { $0.distance < $1.distance }?.name
}

/// How many characters must be put in, taken out, replaced or swapped with their neighbour to make one word of another
/// (the optimal string alignment distance).
private func editDistance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, character) in first.enumerated() {
        var current = [row + 1]
        for (column, other) in second.enumerated() {
            var distance = min(last[column] + (character == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, character == second[column - 1], first[row - 1] == other {
                distance = min(distance, beforeLast[column - 1] + 1)
            }
            current.append(distance)
        }
        beforeLast = last
        last = current
    }
    return last[second.count]
}
