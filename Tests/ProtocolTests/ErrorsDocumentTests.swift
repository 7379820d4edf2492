import HTTPMessages
import Testing
import Wire

@testable import RelayHTTP

@Suite("Protocol/errors.md equals the one table")
struct ErrorsDocumentTests {
    @Test("every code with its status, whether it may be retried, and its title")
    func codes() throws {
        let rows = try ProtocolPage("errors.md").table().map { Array($0.prefix(4)) }
        let expected = ProblemCode.allCases.map { code in
            let row = ProblemTable.row(code)
            return ["`\(code.rawValue)`", "\(row.status.code)", row.isRetryable ? "yes" : "no", row.title]
        }
        #expect(Set(rows) == Set(expected))
        #expect(rows.count == expected.count)
    }
}
