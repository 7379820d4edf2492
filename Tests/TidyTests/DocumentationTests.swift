import Foundation
import Testing

/// Every name that others use says what it is for (D1).
@Suite struct DocumentationTests {
    @Test func `D1: package and public types and functions have a doc comment`() {
        let pattern =
            #"^\s*(@\w+(\([^)]*\))? )*(package|public) "#
            + #"((final|static|mutating|consuming|nonisolated|indirect|borrowing) )*"#
            + #"(struct|class|enum|actor|protocol|func|typealias) "#
        for file in House.shared.sources where !isCatalog(file) {
            for (index, line) in file.code.enumerated() {
                guard line.range(of: pattern, options: .regularExpression) != nil else { continue }
                guard !isConformance(line) else { continue }
                if !hasDoc(above: index, in: file) {
                    Issue.record("\(file.place(index)): \(line.prefix(70))")
                }
            }
        }
    }

    @Test func `D1: a public member has a doc comment`() {
        let pattern = #"^\s*(@\w+ )*public ((static|private\(set\)|package\(set\)) )*(var|let|init|case)\b"#
        for file in House.shared.sources {
            for (index, line) in file.code.enumerated()
            where line.range(of: pattern, options: .regularExpression) != nil {
                if hasDoc(above: index, in: file) || line.contains("var description") { continue }
                Issue.record("\(file.place(index))")
            }
        }
    }

    /// In the message catalog the sentence itself says what it is for.
    private func isCatalog(_ file: SourceFile) -> Bool {
        ["Words", "Complaint"].contains { file.path.hasPrefix("Sources/Surfaces/\($0)") }
    }

    /// What a protocol of the library asks for is documented there.
    private func isConformance(_ line: String) -> Bool {
        line.contains("func ==") || line.contains("func <") || line.contains("func hash(into")
            || line.contains("func encode(to")
    }

    private func hasDoc(above index: Int, in file: SourceFile) -> Bool {
        var above = index - 1
        while above >= 0, file.lines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
        return above >= 0 && file.lines[above].drop { $0 == " " }.hasPrefix("///")
    }
}
