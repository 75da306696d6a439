/// Rows under a heading, in columns as wide as their widest cell.
struct Table {
    /// On which side of a column its cells stand.
    enum Alignment {
        case left, right
    }

    private let headings: [(title: String, alignment: Alignment)]
    private var rows: [[String]] = []

    init(_ headings: [(title: String, alignment: Alignment)]) {
        self.headings = headings
    }

    /// Adds a row of as many cells as there are headings.
    mutating func add(_ cells: [String]) {
        precondition(cells.count == headings.count, "a row needs a cell for each heading")
        rows.append(cells.map { printable($0) })
    }

    /// The lines, the first being the heading, without blanks at their ends.
    ///
    /// - Parameter width: Where lines are cut; nil means nowhere.
    func lines(style: Style, width: Int? = nil) -> [String] {
        let titles = headings.map(\.title)
        let widths = headings.indices.map { column in
            (rows.map { displayWidth($0[column]) } + [displayWidth(titles[column])]).max() ?? 0
        }
        let lines = ([titles] + rows).map { cells in
            let line = line(cells, widths)
            return width.map { cut(line, to: $0) } ?? line
        }
        return [style.heading(lines[0])] + lines.dropFirst()
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        for (column, cell) in cells.enumerated() {
            let padding = String(repeating: " ", count: widths[column] - displayWidth(cell))
            let separator = column == 0 ? "" : "  "
            line += separator + (headings[column].alignment == .left ? cell + padding : padding + cell)
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
