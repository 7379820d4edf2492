/// Which right word a mistyped one was meant to be.
enum Spelling {
    /// The nearest of `names`, where it is near enough to be meant: a third of the letters, at most three.
    static func nearest(to word: String, among names: [String]) -> String? {
        let allowed = max(1, min(3, word.count / 3))
        let ranked = names.map { (name: $0, distance: distance(Array(word), Array($0))) }
        let best = ranked.min { $0.distance < $1.distance }
        if let best, best.distance <= allowed { return best.name }
        let beginning = names.filter { $0.hasPrefix(word) }
        return beginning.count == 1 && word.count >= 4 ? beginning.first : nil
    }

    /// Damerau's distance: changes, gaps, and neighbours that were swapped, each counting one.
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var rows = [Array(0...right.count)]
        for i in 1...left.count {
            var row = [i]
            for j in 1...right.count {
                let change = left[i - 1] == right[j - 1] ? 0 : 1
                var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + change)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    best = min(best, rows[i - 2][j - 2] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
