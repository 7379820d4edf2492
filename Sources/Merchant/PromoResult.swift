package import Checkout

/// What became of one code (AP-3): applied or refused, one record a code (checkout 10).
package struct PromoResult: Hashable, Sendable {
    /// Applied with how much it takes off, or refused with the reason.
    package enum Verdict: Hashable, Sendable {
        case applied(Amount, label: ForeignText)
        case rejected(PromoRejection, ForeignText)
    }

    /// The merchant's spelling when applied, as sent when refused; empty for an automatic discount.
    package var code: String
    package var verdict: Verdict

    package init(code: String, _ verdict: Verdict) {
        self.code = code
        self.verdict = verdict
    }

    package var isApplied: Bool {
        switch verdict {
        case .applied: true
        case .rejected: false
        }
    }
}

/// Why a code was refused. Words that ACP does not know are kept, never dropped (checkout 11).
package enum PromoRejection: Hashable, Sendable {
    case expired, invalid, alreadyApplied, combinationDisallowed, minimumNotMet, userNotLoggedIn,
        userIneligible
    case usageLimitReached
    case other(String)

    /// Reads ACP's word.
    package init(_ text: String) {
        self = Self.words.first { $0.value == text }?.key ?? .other(text)
    }

    /// ACP's word.
    package var text: String {
        if case .other(let text) = self { return text }
        return Self.words[self] ?? ""
    }

    /// All that ACP knows.
    package static var known: [PromoRejection] { words.keys.sorted { $0.text < $1.text } }

    private static let words: [PromoRejection: String] = [
        .expired: "discount_code_expired", .invalid: "discount_code_invalid",
        .alreadyApplied: "discount_code_already_applied",
        .combinationDisallowed: "discount_code_combination_disallowed",
        .minimumNotMet: "discount_code_minimum_not_met", .userNotLoggedIn: "discount_code_user_not_logged_in",
        .userIneligible: "discount_code_user_ineligible",
        .usageLimitReached: "discount_code_usage_limit_reached",
    ]
}
