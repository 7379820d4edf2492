internal import Checkout
internal import CheckoutJSON
internal import JSON
internal import Merchant
internal import Surfaces

/// Something that can be handed over without a shop.
struct SendSubject: Sendable {
    enum Content: Sendable {
        /// As it was read, with unknown members.
        case request(JSONValue)
        case quote(StandingQuote)
    }

    /// Its name among the messages of a file.
    let name: String
    let content: Content
    let request: PaymentRequest
    let codes: [PromoResult]

    init(name: String, content: Content, request: PaymentRequest, codes: [PromoResult]) {
        self.name = name
        self.content = content
        self.request = request
        self.codes = codes
    }

    /// Who asks: the origin that signed it, or nobody.
    var origin: String {
        if case .quote(let quote) = content { quote.origin } else { "" }
    }

    /// Whether the payment goes back to this device.
    var wantsPayment: Bool {
        if case .quote(let quote) = content { quote.completeURL == nil } else { true }
    }

    /// As it is shown before it is handed over.
    func shown(now: Int64) -> QuoteShown {
        var left: Duration?
        if case .quote(let quote) = content { left = .seconds(max(0, quote.expiresAt - now)) }
        return QuoteShown(
            merchant: request.total.label, origin: origin, request: request,
            codes: codes.map { CodeShown($0) }, expiresIn: left, isSent: true)
    }
}

extension FaultShown {
    init(_ fault: RequestFault) {
        self.init(
            rank: fault.rank.rawValue, code: fault.code.rawValue, path: "\(fault.path)",
            message: ForeignText("\(fault)"))
    }
}
