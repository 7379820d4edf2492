import FoundationEssentials
import Testing

/// A page of Protocol/, for comparing its tables with the program.
struct ProtocolPage {
    private let lines: [String]

    init(_ name: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("Protocol/\(name)"), encoding: .utf8)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// The whole page.
    var text: String { lines.joined(separator: "\n") }

    /// The rows of the first table below a heading, or of the first of all; cells without spaces around.
    func table(under heading: String? = nil) throws -> [[String]] {
        let from = try heading.map { try #require(lines.firstIndex(of: "## \($0)"), "no heading \($0)") } ?? 0
        let start = try #require(lines[from...].firstIndex { $0.hasPrefix("|---") })
        return lines[(start + 1)...].prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        }
    }
}
