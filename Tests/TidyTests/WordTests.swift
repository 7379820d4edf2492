import Foundation
import Testing

/// Words that must not occur, or only in one place (F5, C1, E3, E6, P1, D3, L3).
@Suite struct WordTests {
    private let house = House.shared
    private let wrappers: Set<String> = [
        "SQLite", "Crypto", "HTTPServer", "HTTPClient", "JSON", "QRCode", "Blocking", "Terminal",
    ]

    /// Places in the product's code where `pattern` matches and `isAllowed` does not excuse it.
    private func places(
        _ pattern: String, in files: [SourceFile], excuse: (SourceFile, Int) -> Bool = { _, _ in false }
    ) -> [String] {
        files.flatMap { file in
            file.code.indices.filter {
                file.code[$0].range(of: pattern, options: .regularExpression) != nil && !excuse(file, $0)
            }.map(file.place)
        }
    }

    private func hasComment(_ text: String, near index: Int, in file: SourceFile, above: Int) -> Bool {
        file.lines[max(0, index - above)...min(index + 1, file.lines.count - 1)].contains {
            $0.contains(text)
        }
    }

    @Test func `E6: nothing traps on what a peer or a disk can cause`() {
        #expect(places(#"\btry!|\bfatalError\b"#, in: house.sources) == [])
        #expect(
            places(#"\btry\?"#, in: house.files) { file, index in
                hasComment("//", near: index, in: file, above: 2)
            } == [])
    }

    @Test func `P1: the word unsafe occurs in wrappers only`() {
        #expect(
            places(
                #"\bunsafe\b|Unsafe"#, in: house.files.filter { !wrappers.contains($0.target) && !$0.isTest }
            ) { file, index in
                // The word on the wire for what only Baton objects to (Protocol/payment-request.md).
                file.lines[index].hasSuffix("case objected = \"unsafe\"")
            } == [])
    }

    @Test func `C1: what the compiler cannot check names its lock or queue`() {
        let found = places(#"@unchecked Sendable|nonisolated\(unsafe\)"#, in: house.files) { file, index in
            hasComment("SAFETY:", near: index, in: file, above: 6)
        }
        #expect(found == [])
    }

    @Test func `L3: print belongs to the terminal module`() {
        #expect(
            places(
                #"(^|[^.\w])(print|debugPrint|NSLog)\("#, in: house.sources.filter { $0.target != "Terminal" }
            ) == [])
    }

    @Test func `D3: no unfinished marks`() {
        let found = house.files.filter { $0.target != "TidyTests" }.flatMap { file in
            file.lines.indices.filter {
                file.lines[$0].range(of: #"\b(TODO|FIXME|XXX|HACK)\b"#, options: .regularExpression) != nil
            }.map(file.place)
        }
        #expect(found == [])
    }

    @Test func `F5: names say what a type is`() {
        let pattern = #"\b(class|struct|enum|actor|protocol)\s+\w*(Manager|Helper|Utils?|Utilities|Common)\b"#
        #expect(places(pattern, in: house.files) == [])
        for file in house.files { #expect(!file.path.contains(" "), "\(file.path)") }
    }

    @Test func `E3: status numbers stand in the tables only`() {
        let files = house.sources.filter { file in
            !["HTTPMessages", "baton-bench"].contains(file.target) && !file.path.hasSuffix("Table.swift")
                && !file.path.hasSuffix("HTTPDate.swift")
                && !file.path.hasSuffix("Status.swift")
        }
        #expect(places(#"(?<![\w.])(40[0-9]|41[0-9]|42[0-9]|431|50[0-4])(?![\w.])"#, in: files) == [])
    }

    @Test func `no commit carries a path of one machine`() {
        let parts = ["/ro" + "ot/", "/ho" + "me/", "/wo" + "rk/"]
        for file in house.files {
            for (index, line) in file.lines.enumerated() where parts.contains(where: line.contains) {
                Issue.record("\(file.place(index))")
            }
        }
    }

    @Test func `what people read comes from the message catalog`() {
        let clients: Set<String> = ["DeviceApp", "Screens", "baton-watch", "baton-phone"]
        for file in house.sources where clients.contains(file.target) {
            for (line, text) in file.literals where isProse(text) {
                let code = file.code[max(0, line - 2)...min(line - 1, file.code.count - 1)].joined()
                if code.contains("precondition") || code.contains("assert") { continue }
                Issue.record("\(file.path):\(line): \(text.prefix(60))")
            }
        }
    }

    private func isProse(_ text: String) -> Bool {
        let sql = [
            "SELECT ", "INSERT ", "UPDATE ", "DELETE ", "CREATE ", "PRAGMA ", "ALTER ", "DROP ", " FROM ",
            "WHERE ",
            "FROM ", "VALUES ", "ORDER BY ",
        ]
        if sql.contains(where: text.contains) { return false }
        return text.range(of: #"[A-Za-z]{2,} [a-z]{2,}"#, options: .regularExpression) != nil
    }
}
