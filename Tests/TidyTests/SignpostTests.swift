import Foundation
import Testing

/// Pages that send their reader elsewhere send them to something that exists (D4).
@Suite struct SignpostTests {
    private let house = House.shared

    @Test func `D4: every file that Sources/README.md names exists`() {
        let known = Set(house.sources.map { String($0.path.dropFirst("Sources/".count)) })
        let named = matches(#"`([\w+-]+/[\w+/-]+\.swift)`"#, in: house.document("Sources/README.md"))
        #expect(named.count >= 30)
        for path in named { #expect(known.contains(path), "Sources/README.md names \(path)") }
    }

    @Test(arguments: [
        "README.md", "CHANGELOG.md", "Sources/README.md", "Protocol/README.md", "Protocol/http.md",
        "Protocol/token.md", "Protocol/pairing.md", "deploy/README.md",
    ])
    func `D4: every link within the project leads to a file`(page: String) {
        let links = matches(#"\]\(([^)#:]+)\)"#, in: house.document(page))
        #expect(!links.isEmpty, "\(page) could not be read")
        let folder = house.root.appendingPathComponent(page).deletingLastPathComponent()
        for link in links {
            let target = folder.appendingPathComponent(link).standardizedFileURL.path
            #expect(FileManager.default.fileExists(atPath: target), "\(page) links \(link)")
        }
    }

    @Test func `every case that a test, a comment or a page cites is in Tests/CASES.md`() {
        let cases = house.document("Tests/CASES.md")
        let halves = cases.components(separatedBy: "## Checkout cases")
        #expect(halves.count == 2)
        let protocolPages = House.paths(
            below: house.root.appendingPathComponent("Protocol"), ending: ".md"
        ).map { (path: $0.lastPathComponent, text: House.text($0)) }
        let files = house.files.map { (path: $0.path, text: $0.lines.joined(separator: "\n")) }
        for (path, text) in files + protocolPages {
            for id in matches(#"\brelay (\d+)\b(?! [a-z])"#, in: text) + matches(#"\bR-0?(\d+)\b"#, in: text)
            {
                #expect(halves[0].contains("\n| \(id) | "), "\(path) cites relay \(id)")
            }
            for id in matches(#"\bcheckout (\d+)\b"#, in: text) {
                #expect(halves[1].contains("\n| \(id) | "), "\(path) cites checkout \(id)")
            }
        }
    }

    /// What the first group of `pattern` matches in `text`.
    private func matches(_ pattern: String, in text: String) -> [String] {
        var found: [String] = []
        var rest = text[...]
        while let range = rest.range(of: pattern, options: .regularExpression) {
            let whole = rest[range]
            found.append(whole.replacingOccurrences(of: pattern, with: "$1", options: .regularExpression))
            rest = rest[range.upperBound...]
        }
        return found
    }
}
