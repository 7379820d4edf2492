internal import BatonClient
internal import Checkout
internal import Handoffs
internal import Merchant
internal import Surfaces

/// A standing quote is paid once, unless the person says otherwise: its merchant has no session that would
/// know (Protocol/merchant.md, standing quotes).
extension SheetRun {
    /// Says on the sheet that this was paid before. Throws where another payment of it is open.
    mutating func lookForEarlierPayments() async throws(Complaint) {
        guard case .standing(let quote) = opened.backing else { return }
        let key = opened.key
        let earlier = try await device.keeping { journal throws(JournalFailure) in
            try await journal.payments(of: quote.identity, except: key)
        }
        if let id = earlier.open.first { throw .quoteInDoubt(id.text) }
        paymentsSeen = earlier.paidAt.count
        if let last = earlier.paidAt.last { sheet.sayPaid(on: device.day(of: last)) }
    }

    /// The last look, once the attempt is journaled and before anything is promised.
    func holdQuote() async throws(Complaint) {
        guard case .standing(let quote) = opened.backing else { return }
        let (key, now) = (opened.key, device.clock.wallTime().seconds)
        let others = try await device.keeping { journal throws(JournalFailure) in
            try await journal.hold(quote.identity, for: key, at: now)
        }
        if let id = others.open.first { throw .quoteInDoubt(id.text) }
        guard others.paidAt.count == paymentsSeen else { throw .quotePaid }
    }
}
