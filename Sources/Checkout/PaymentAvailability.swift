/// Whether a request can be paid with a wallet: the one place that decides whether there is a button to pay,
/// one to set up, or none (AP-14).
package enum PaymentAvailability: Hashable, Sendable {
    /// With these cards, the preferred one first.
    case canPay([CardSummary])
    /// With another card, or a wallet, it could be paid.
    case setUpNeeded(SetUpReason)
    /// No card that this wallet takes would do.
    case cannot

    /// What stands in the way, and setting up a card would take away.
    package enum SetUpReason: String, CaseIterable, Hashable, Sendable {
        case noWallet = "no-wallet"
        case noCard = "no-card"
        /// The cards that the merchant takes have expired.
        case expired
        /// The merchant takes none of the cards: another network, or credit or debit only.
        case notAccepted = "not-accepted"
    }

    /// Decides. `request` nil asks for any payment at all, `wallet` nil is a phone without one; `networks`
    /// are those of which this wallet takes cards.
    package init(
        _ request: PaymentRequest?, with wallet: WalletData?, takingCardsOf networks: Set<CardNetwork>,
        on today: CalendarDate
    ) {
        if let request, networks.isDisjoint(with: request.supportedNetworks) {
            self = .cannot
            return
        }
        guard let wallet else {
            self = .setUpNeeded(.noWallet)
            return
        }
        guard !wallet.cards.isEmpty else {
            self = .setUpNeeded(.noCard)
            return
        }
        let usable = wallet.usableCards(for: request, on: today)
        let isAccepted = wallet.cards.contains { card in request.map { card.isAccepted(by: $0) } ?? true }
        self = !usable.isEmpty ? .canPay(usable) : .setUpNeeded(isAccepted ? .expired : .notAccepted)
    }
}

extension WalletData {
    /// The cards that can pay a request: of a network and kind that the merchant takes, and not expired.
    package func usableCards(for request: PaymentRequest?, on today: CalendarDate) -> [CardSummary] {
        cards.filter { card in
            card.isValid(on: today) && (request.map { card.isAccepted(by: $0) } ?? true)
        }
    }
}
