import Testing

/// Files, functions and lines stay small enough to be read (F1, F2, F3).
@Suite struct SizeTests {
    @Test func `F1: a file stays below its wall`() {
        for file in House.shared.files {
            let wall = file.isTest ? 600 : 400
            #expect(
                file.lines.count - 1 <= wall,
                "\(file.path) has \(file.lines.count - 1) lines, the wall is \(wall)")
        }
    }

    @Test func `F3: a line has at most 110 columns`() {
        for file in House.shared.files {
            for (index, line) in file.lines.enumerated() where line.count > 110 {
                Issue.record("\(file.place(index)) has \(line.count) columns")
            }
        }
    }

    @Test func `F2: a function has at most 60 lines`() {
        for file in House.shared.files {
            for (index, length) in functions(in: file.code) where length > 60 {
                Issue.record("\(file.place(index)) has \(length) lines")
            }
        }
    }

    @Test func `F2: main.swift is start-up only`() {
        for file in House.shared.sources where file.path.hasSuffix("/main.swift") {
            #expect(file.lines.count <= 120, "\(file.path) has \(file.lines.count) lines")
        }
    }

    @Test func `the measure of functions sees nested braces`() {
        let code = [
            "func a() {", "    if b {", "    }", "}", "init() { c() }", "protocol P {", "    func d()", "}",
        ]
        #expect(functions(in: code).map(\.length) == [4, 1])
    }

    /// First line and length of each function and initializer with a body.
    private func functions(in code: [String]) -> [(index: Int, length: Int)] {
        var found: [(Int, Int)] = []
        for (index, line) in code.enumerated() {
            let words = line.split(whereSeparator: { " (<?".contains($0) })
            let isHead = words.contains("func") || words.contains("init") && !line.contains("self.init")
            guard isHead, !line.contains(".init(") || words.contains("func") else { continue }
            if let length = bodyLength(from: index, in: code) { found.append((index, length)) }
        }
        return found
    }

    private func bodyLength(from start: Int, in code: [String]) -> Int? {
        var depth = 0
        var parentheses = 0
        var isOpen = false
        for index in start..<code.count {
            for character in code[index] {
                switch character {
                case "(": parentheses += 1
                case ")": parentheses -= 1
                case "{":
                    depth += 1
                    isOpen = true
                case "}": depth -= 1
                default: break
                }
                if isOpen, depth == 0, parentheses == 0 { return index - start + 1 }
                if depth < 0 { return nil }
            }
            let isHeadOver = parentheses == 0 && !isOpen
            let next = index + 1 < code.count ? code[index + 1].drop { $0 == " " } : ""
            if isHeadOver, !next.hasPrefix(")"), !next.hasPrefix("{"), !next.hasPrefix("where"),
                !next.hasPrefix("->"),
                !next.hasPrefix("throws"), !next.hasPrefix("async")
            {
                return nil
            }
        }
        return nil
    }
}
