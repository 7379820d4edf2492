package import Checkout

/// A published test card number and what the simulated network says to it.
package struct TestCard: Sendable, Hashable {
    /// What a charge comes to.
    package enum Verdict: Sendable, Hashable {
        case approved
        case declined(SheetDecline)
    }

    package let number: String
    package let network: CardNetwork
    package let kind: CardKind
    package let verdict: Verdict
}

/// The card numbers that payment processors publish for tests: this wallet is a simulation and takes no
/// others (design, section 8).
package enum TestCards {
    /// All of them; those that are declined stand last.
    package static let published: [TestCard] =
        [
            TestCard("4242424242424242", .visa), TestCard("4111111111111111", .visa),
            TestCard("4012888888881881", .visa), TestCard("4000056655665556", .visa, .debit),
            TestCard("5555555555554444", .masterCard), TestCard("2223003122003222", .masterCard),
            TestCard("5200828282828210", .masterCard, .debit),
            TestCard("5105105105105100", .masterCard, .prepaid), TestCard("378282246310005", .amex),
            TestCard("371449635398431", .amex), TestCard("6011111111111117", .discover),
            TestCard("6011000990139424", .discover), TestCard("6011981111111113", .discover, .debit),
            TestCard("3566002020360505", .jcb), TestCard("3530111333300000", .jcb),
            TestCard("3056930009020004", .dinersClub), TestCard("36227206271667", .dinersClub),
            TestCard("6200000000000005", .chinaUnionPay),
            TestCard("6200000000000047", .chinaUnionPay, .debit),
            // The issuer asks the person first (3-D Secure).
            TestCard("4000002500003155", .visa),
        ] + declined

    private static let declined: [TestCard] = [
        TestCard("4000000000000002", .visa, .credit, .declined(.cardDeclined)),
        TestCard("4000000000009995", .visa, .credit, .declined(.insufficientFunds)),
        TestCard("4000000000009987", .visa, .credit, .declined(.cardDeclined)),
        TestCard("4000000000009979", .visa, .credit, .declined(.cardDeclined)),
        TestCard("4000000000000127", .visa, .credit, .declined(.cardDeclined)),
        TestCard("4000000000000069", .visa, .credit, .declined(.cardExpired)),
        TestCard("4000000000000119", .visa, .credit, .declined(.other)),
    ]

    /// The networks that they are of: no card of another can be added.
    package static let networks = Set(published.map(\.network))

    /// The test card with this number, if it is one.
    package static func card(for number: String) -> TestCard? { published.first { $0.number == number } }
}

extension TestCard {
    fileprivate init(
        _ number: String, _ network: CardNetwork, _ kind: CardKind = .credit, _ verdict: Verdict = .approved
    ) {
        self.init(number: number, network: network, kind: kind, verdict: verdict)
    }
}
