import Checkout
import Encodings
package import JSON

/// Reading what merchants send: strict about money, tolerant of members and words it does not know.
extension CheckoutSession {
    /// Reads a session. Throws with the member's path.
    package init(from node: JSONNode) throws(JSONError) {
        let code = try node.member("currency")
        guard let currency = Currency(try code.string()) else { throw code.invalid("is no currency code") }
        let metadata = try node.present("metadata")
        let money = try MoneyReader(currency, metadata)
        self.init(
            id: try node.member("id").string(), status: SessionStatus(try node.member("status").string()),
            currency: currency)
        for line in try node.elements("line_items") { lines.append(try SessionLine(from: line, money)) }
        for total in try node.elements("totals") { totals.append(try SessionTotal(from: total, money)) }
        for option in try node.elements("fulfillment_options") {
            if let option = try FulfillmentOption(from: option, money) { options.append(option) }
        }
        selectedOptionID = try node.elements("selected_fulfillment_options").first?.member("option_id")
            .string()
        for message in try node.elements("messages") { messages.append(try SessionMessage(from: message)) }
        if let discounts = try node.present("discounts") {
            promo = try PromoReader(discounts, messages, money).results()
        }
        if let order = try node.present("order") { self.order = try MerchantOrder(from: order, money) }
        handler = try PayHandler(fromCapabilitiesOf: node)
        expiresAt = try node.present("expires_at").flatMap { member throws(JSONError) in
            UTCTime.seconds(try member.string())
        }
        continueURL = try node.text("continue_url")
        quote = try metadata?.present("quote")?.string()
        if let credentials = try metadata?.present("credentials") {
            self.credentials = SessionCredentials(
                bearer: try credentials.member("bearer").string(), key: try credentials.member("key").string()
            )
        }
    }
}

extension JSONNode {
    /// The elements of an array member; none where it is absent.
    func elements(_ name: String) throws(JSONError) -> [JSONNode] {
        try present(name)?.array() ?? []
    }

    /// The first entry of `totals` that has one of these types.
    func total(_ types: Set<String>) throws(JSONError) -> JSONNode? {
        for entry in try elements("totals") where types.contains(try entry.member("type").string()) {
            return entry
        }
        return nil
    }

    /// Foreign text of that name, if there and not empty.
    func text(_ name: String) throws(JSONError) -> ForeignText? {
        guard let member = try present(name) else { return nil }
        let text = ForeignText(try member.string())
        return text.isEmpty ? nil : text
    }
}

/// Reads amounts: integers in minor units of the currency, or of the exponent that the merchant declares
/// (checkout 19).
struct MoneyReader {
    let currency: Currency
    private let exponent: Int

    init(_ currency: Currency, _ metadata: JSONNode?) throws(JSONError) {
        self.currency = currency
        exponent =
            try metadata?.present("currency_exponent").map { member throws(JSONError) in
                Int(try member.integer(in: 0...3))
            } ?? currency.exponent
    }

    func amount(_ node: JSONNode) throws(JSONError) -> Amount {
        var value = try node.integer()
        for _ in 0..<max(0, currency.exponent - exponent) {
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            guard !overflows else { throw node.invalid("is too large") }
            value = product
        }
        for _ in 0..<max(0, exponent - currency.exponent) {
            guard value % 10 == 0 else { throw node.invalid("has more digits than \(currency.code)") }
            value /= 10
        }
        return Amount(value, currency)
    }

    /// What is taken off, in the sign of both dialects (checkout 13).
    func reduction(_ node: JSONNode) throws(JSONError) -> Amount {
        let amount = try amount(node)
        guard amount.minorUnits != .min else { throw node.invalid("is too large") }
        return Amount(abs(amount.minorUnits), currency)
    }
}

extension SessionLine {
    init(from node: JSONNode, _ money: MoneyReader) throws(JSONError) {
        let item = try node.member("item")
        let id = try item.member("id").string()
        let quantity = try node.member("quantity").integer(in: 1...1_000_000)
        let own = try (node.present("unit_amount"), node.text("name"))
        let its = try (item.present("unit_amount"), item.text("name"))
        let unit = own.0 ?? its.0
        let name = own.1 ?? its.1 ?? ForeignText(id)
        let base = try node.total(["items_base_amount", "base_amount", "subtotal", "total"])
        let amount: Amount
        if let base {
            amount = try money.amount(base.member("amount"))
        } else {
            guard let unit else { throw .missing(node.path) }
            let price = try money.amount(unit)
            do throws(MoneyError) { amount = try price.times(quantity) } catch {
                throw node.invalid("is too large")
            }
        }
        self.init(
            id: try node.member("id").string(), itemID: id, name: name, quantity: quantity,
            unitAmount: try unit.map { unit throws(JSONError) in try money.amount(unit) }
                ?? Amount(amount.minorUnits / quantity, money.currency),
            amount: amount)
    }
}

extension SessionTotal {
    init(from node: JSONNode, _ money: MoneyReader) throws(JSONError) {
        let kind = TotalKind(try node.member("type").string())
        let member = try node.member("amount")
        let amount =
            switch kind {
            case .discount, .itemsDiscount, .storeCredit: try money.reduction(member)
            case .itemsBaseAmount, .subtotal, .fulfillment, .tax, .fee, .giftWrap, .tip, .total, .other:
                try money.amount(member)
            }
        self.init(kind, try node.text("display_text") ?? ForeignText(kind.text), amount)
    }
}

extension SessionMessage {
    init(from node: JSONNode) throws(JSONError) {
        let kind = Kind(rawValue: try node.member("type").string()) ?? .info
        self.init(
            kind, code: try node.present("code")?.string() ?? "", text: try node.text("content") ?? "",
            param: try node.present("param")?.string())
        severity = try node.present("severity").flatMap { word throws(JSONError) in
            Severity(rawValue: try word.string())
        }
        resolution = try node.present("resolution").flatMap { word throws(JSONError) in
            Resolution(rawValue: try word.string())
        }
    }
}

extension PayHandler {
    /// The handler `baton.pay` among those offered, or nil.
    init?(fromCapabilitiesOf session: JSONNode) throws(JSONError) {
        guard let payment = try session.present("capabilities")?.present("payment") else { return nil }
        for handler in try payment.elements("handlers") where try handler.member("name").string() == Self.name
        {
            let config = try handler.member("config")
            let certificate = try config.member("certificate")
            guard let der = Base64.decode(try certificate.string(), .standard) else {
                throw certificate.invalid("is no base64")
            }
            var networks: [CardNetwork] = []
            for name in try config.elements("supported_networks") {
                if let network = CardNetwork(rawValue: try name.string()) { networks.append(network) }
            }
            self.init(
                merchantID: try config.member("merchant_id").string(), certificateDER: der, networks: networks
            )
            return
        }
        return nil
    }
}
