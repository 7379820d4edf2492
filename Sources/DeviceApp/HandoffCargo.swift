internal import Checkout
internal import HTTPMessages
internal import JSON
internal import Merchant
internal import Sealing
internal import Surfaces

/// What is sealed into a handoff, and what its sender remembers of it.
struct HandoffCargo: Sendable {
    /// Nil where no session stands behind it.
    let merchant: HandoffContents.Merchant?
    let quote: String?
    let request: JSONValue?
    let certificate: [UInt8]?
    let wantsPayment: Bool
    let prefill: HandoffContents.Prefill
    /// Where the purchase is made; empty where nobody signed it.
    let origin: String
    let merchantName: String
    /// What was picked, in a line.
    let items: String
    let total: Amount
}

extension HandoffCargo {
    /// A merchant's session with its signed price.
    init(_ answer: CheckoutAnswer) throws(Complaint) {
        guard let quote = answer.quote else { throw .shopUnusable("quote") }
        let access = answer.access
        merchant = HandoffContents.Merchant(
            origin: access.origin.text, session: access.sessionID, bearer: access.bearer,
            signingKey: access.signingKey)
        self.quote = quote.text
        request = nil
        certificate = nil
        wantsPayment = false
        prefill = HandoffContents.Prefill(
            method: answer.session.selectedOptionID,
            codes: answer.session.promo.filter { $0.isApplied && !$0.code.isEmpty }.map(\.code))
        origin = access.origin.text
        merchantName = quote.request.total.label.raw
        items = Words.Order.items(answer.session.lines.map { ($0.quantity, $0.name) })
        total = quote.request.total.amount
    }

    /// A request or a standing quote out of a file.
    init(_ subject: SendSubject, certificate: [UInt8]?) {
        merchant = nil
        switch subject.content {
        case .request(let tree):
            quote = nil
            request = tree
            self.certificate = certificate
        case .quote(let standing):
            quote = standing.text
            request = nil
            self.certificate = nil
        }
        wantsPayment = subject.wantsPayment
        prefill = HandoffContents.Prefill()
        origin = subject.origin
        merchantName = subject.request.total.label.raw
        items = Words.listed(subject.request.lineItems.prefix(3).map(\.label.cleaned))
        total = subject.request.total.amount
    }
}
