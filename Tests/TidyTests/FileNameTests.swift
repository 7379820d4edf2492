import Foundation
import Testing

/// A file is named after its main type, or `Type+Topic` where it extends one (F1).
@Suite struct FileNameTests {
    /// Files of several equal types, which carry the family's name.
    private let families: Set<String> = [
        "Digest", "Identifiers", "Shown", "HandoffRequests", "PairingRequests", "CheckoutRequests",
        "MerchantMessages",
    ]

    @Test func `F1: a file declares the type that it is named after, or extends it under a topic`() {
        for file in House.shared.sources {
            let parts = file.path.split(separator: "/").last?.dropLast(".swift".count).split(separator: "+")
            guard let parts, let name = parts.first.map(String.init), name != "main" else { continue }
            if families.contains(name) { continue }
            let declared = names(#"(?:struct|class|enum|actor|protocol|func|typealias|let)"#, in: file)
            let extended = names("extension", in: file)
            let isRight =
                parts.count == 1
                ? declared.contains { $0.lowercased() == name.lowercased() }
                : declared.union(extended).contains(name)
            #expect(isRight, "\(file.path) declares \(declared.sorted()) and extends \(extended.sorted())")
        }
    }

    /// What stands at the left margin behind one of these words.
    private func names(_ keyword: String, in file: SourceFile) -> Set<String> {
        let pattern = #"^(?:@\w+(?:\([^)]*\))? |[a-z]+ )*"# + keyword + #" ([\w.]+)"#
        guard let expression = try? NSRegularExpression(pattern: pattern) else {
            // A pattern of this file that does not compile finds no name, and the test fails.
            return []
        }
        var names: Set<String> = []
        for line in file.code {
            let whole = NSRange(line.startIndex..., in: line)
            guard let match = expression.firstMatch(in: line, range: whole),
                let range = Range(match.range(at: 1), in: line)
            else { continue }
            names.formUnion([String(line[range].prefix { $0 != "." })])
        }
        return names
    }
}
