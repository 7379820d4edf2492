import Checkout
import Testing

@testable import Surfaces

@Suite struct WordsTests {
    @Test(arguments: [
        "discount_code_expired", "discount_code_invalid", "discount_code_already_applied",
        "discount_code_combination_disallowed", "discount_code_minimum_not_met",
        "discount_code_user_not_logged_in", "discount_code_user_ineligible",
        "discount_code_usage_limit_reached",
        "discount_code_stacking_conflict", "",
    ])
    func `checkout 11: every reason has words, and no two reasons of the protocol share them`(reason: String)
    {
        let words = Words.Buying.refusal(reason)
        #expect(!words.isEmpty)
        let isKnown = reason.hasPrefix("discount_code_") && reason != "discount_code_stacking_conflict"
        #expect((words == Words.Buying.refusal("unknown")) == !isKnown)
    }

    @Test func `checkout 73: every cause of a cancellation has its own words`() {
        let words = SheetCancelCause.allCases.map(Words.cancelled)
        #expect(Set(words).count == words.count)
        #expect(Set(HandoffStep.allCases.map(Words.Buying.step)).count == HandoffStep.allCases.count)
        #expect(Set(SheetDecline.allCases.map(Words.decline)).count == SheetDecline.allCases.count)
    }

    @Test(arguments: [
        (Duration.seconds(1), "1 second"), (.seconds(119), "119 seconds"), (.seconds(600), "10 minutes"),
        (.seconds(599), "10 minutes"),
        (.seconds(86_400), "24 hours"), (.seconds(-5), "0 seconds"),
    ])
    func `times are said in a unit that fits`(duration: Duration, text: String) {
        #expect(Words.time(duration) == text)
    }

    @Test func `errors keep to lower case, no full stop, and harmless foreign words`() {
        let complaints: [Complaint] = [
            .noPairing, .invalidLink, .wrongCodes, .someoneElse, .needsInput, .noWallet,
            .wrongPasscode(triesLeft: 4, wait: nil), .needsLink, .unknownOrder("7"),
            .relayUnreachable("https://relay.example"), .totalChanged("10.00 USD", "11.00 USD"),
            .shopRefused("no \u{1B}[31m"), .tooLarge(bytes: 9000, max: 8192), .cardNumberNotTest,
        ]
        for complaint in complaints {
            #expect(complaint.message.first?.isUppercase == false)
            #expect(complaint.message.last != ".")
            #expect(!complaint.message.contains("\u{1B}"))
            #expect(complaint.code.allSatisfy { $0.isLowercase || $0 == "-" })
        }
        #expect(
            Complaint.totalChanged("10.00 USD", "11.00 USD").hint?.contains("--expect-total 11.00 ") == true)
    }
}
