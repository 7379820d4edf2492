import Foundation
import JSON
import Testing

@testable import Payments

/// Protocol/payment-token.md and the program know the same refusals (D4).
@Suite struct PaymentTokenPageTests {
    private static let all: [PaymentTokenRefusal] = [
        .empty, .simulated, .malformed(.missing(.root)), .truncated(""), .version(""), .unknownKey,
        .ephemeralKey,
        .signatureMalformed, .signatureMismatch, .untrustedChain, .expiredChain, .certificateRole,
        .signingTimeMissing, .signingTime(secondsOff: 0), .transactionRepeated, .applicationData,
        .notDecryptable, .plaintext(.missing(.root)), .amount(expected: 0, got: 0),
        .currency(expected: "", got: ""),
    ]

    @Test func `every refusal of a payment token stands on its page`() throws {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(
            contentsOf: top.appendingPathComponent("Protocol/payment-token.md"), encoding: .utf8)
        for refusal in Self.all { #expect(text.contains("`\(refusal.code)`"), "\(refusal.code)") }
        #expect(Set(Self.all.map(\.code)).count == Self.all.count)
    }
}
