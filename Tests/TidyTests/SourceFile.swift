import Foundation

/// A Swift file as the tidy tests see it: its lines, the same without comments and text, its literals.
struct SourceFile {
    let path: String
    let target: String
    let lines: [String]
    /// As `lines`, with comments and the insides of literals blanked out.
    let code: [String]
    let literals: [(line: Int, text: String)]

    init(path: String, text: String) {
        self.path = path
        target = path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var scanner = SourceScanner(text)
        scanner.run()
        code = String(decoding: scanner.code, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        literals = scanner.literals
    }

    var isTest: Bool { path.hasPrefix("Tests/") }

    /// The modules it imports, with their lines.
    var imports: [(line: Int, module: String)] {
        code.enumerated().compactMap { index, line in
            let words = line.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), words.count > keyword + 1 else { return nil }
            let before = words[..<keyword].allSatisfy {
                ["package", "public", "internal", "private", "@testable", "@preconcurrency"].contains($0)
            }
            guard before else { return nil }
            let kinds: Set<Substring> = [
                "struct", "class", "enum", "protocol", "func", "typealias", "var", "let",
            ]
            let name = kinds.contains(words[keyword + 1]) ? words.last : words[keyword + 1]
            return name.map { (index + 1, String($0.split(separator: ".")[0])) }
        }
    }

    /// `path:line`, as editors open it.
    func place(_ index: Int) -> String { "\(path):\(index + 1)" }
}

/// Splits Swift text into code, comments and literals, well enough for this house's style.
struct SourceScanner {
    private let text: [UInt8]
    private var position = 0
    private var line = 1
    private(set) var code: [UInt8] = []
    private(set) var literals: [(line: Int, text: String)] = []

    init(_ text: String) { self.text = Array(text.utf8) }

    private func starts(with token: String) -> Bool { text[position...].starts(with: token.utf8) }

    private mutating func take(_ count: Int, asCode: Bool) {
        for _ in 0..<count where position < text.count {
            let byte = text[position]
            if byte == UInt8(ascii: "\n") { line += 1 }
            code.append(asCode || byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
            position += 1
        }
    }

    mutating func run() {
        while position < text.count { step() }
    }

    private mutating func step() {
        if starts(with: "//") {
            while position < text.count, text[position] != UInt8(ascii: "\n") { take(1, asCode: false) }
        } else if starts(with: "/*") {
            while position < text.count, !starts(with: "*/") { take(1, asCode: false) }
            take(2, asCode: false)
        } else if starts(with: "\"") || starts(with: "#\"") || starts(with: "##\"") {
            literal()
        } else {
            take(1, asCode: true)
        }
    }

    private mutating func literal() {
        let first = line
        var hashes = ""
        while starts(with: "#") {
            hashes += "#"
            take(1, asCode: true)
        }
        let quotes = starts(with: "\"\"\"") ? "\"\"\"" : "\""
        take(quotes.utf8.count, asCode: true)
        var content: [UInt8] = []
        while position < text.count, !starts(with: quotes + hashes) {
            if starts(with: "\\" + hashes + "(") {
                content.append(UInt8(ascii: "~"))
                take(2 + hashes.utf8.count, asCode: false)
                interpolation()
            } else if starts(with: "\\") && hashes.isEmpty {
                content.append(text[position])
                take(2, asCode: false)
            } else {
                content.append(text[position])
                take(1, asCode: false)
            }
        }
        take(quotes.utf8.count, asCode: true)
        take(hashes.utf8.count, asCode: true)
        literals.append((first, String(decoding: content, as: UTF8.self)))
    }

    private mutating func interpolation() {
        var depth = 1
        while position < text.count, depth > 0 {
            if starts(with: "(") { depth += 1 }
            if starts(with: ")") { depth -= 1 }
            if starts(with: "\"") { literal() } else { take(1, asCode: depth > 0) }
        }
    }
}
