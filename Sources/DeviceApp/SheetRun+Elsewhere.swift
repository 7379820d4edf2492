internal import Checkout
internal import Merchant
internal import Surfaces

/// Some purchases go on at the merchant's own page: the sheet says so and pays nothing.
extension SheetRun {
    mutating func goOnElsewhere(_ id: UpdateID, _ session: CheckoutSession) async throws(Complaint) {
        if let link = device.followable(session.continueURL), link != continueLink {
            continueLink = link
            device.face.show(.continueAt(link))
        }
        let reason = session.messages.first { $0.kind == .error }?.text
        try await apply(.updateFailed(id, .merchantRefused(reason ?? ForeignText(Words.Buying.elsewhere))))
    }
}
