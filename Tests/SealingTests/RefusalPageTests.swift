import Foundation
import JSON
import Signing
import Testing
import Wire

@testable import Sealing

/// Protocol/token.md and the program know the same refusals (D4).
@Suite struct RefusalPageTests {
    private static let all: [SealingRefusal] = [
        .signed(.tooLong(bytes: 0, max: 0)), .signed(.notCompact), .signed(.encoding(part: "")),
        .signed(.header(.missing(.root))), .signed(.algorithm), .signed(.type), .signed(.keyID),
        .signed(.signature), .claims(.malformed(.missing(.root))), .claims(.unsupportedVersion(2)),
        .otherDevice, .otherRelay, .otherToken, .notAuthentic, .contents(.missing(.root)),
        .tooLarge(bytes: 0, max: 0),
    ]

    private func page(_ name: String) throws -> String {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: top.appendingPathComponent("Protocol/\(name).md"), encoding: .utf8)
    }

    @Test func `every refusal of a token or an outcome stands on its page`() throws {
        let text = try page("token") + page("outcome")
        for refusal in Self.all { #expect(text.contains("`\(refusal.code)`"), "\(refusal.code)") }
    }
}
