import Merchant
import Payments
import Testing

/// The demo shop and the wallet name the same published card numbers, so that each answer can be tried.
@Suite struct TestCardAgreementTests {
    @Test func `every card that the shop declines or asks about can be added to the wallet`() {
        for (number, meaning) in SimulatedCharge.declined + SimulatedCharge.challenged {
            #expect(TestCards.card(for: number) != nil, "\(number): \(meaning)")
        }
    }
}
