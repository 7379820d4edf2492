import Checkout
import JSON

/// The sheet of a session that was recorded, or why it has none.
struct SessionSheet {
    private let node: JSONNode

    init(_ node: JSONNode) { self.node = node }

    func sheet() throws(ACPBodyRefusal) -> ACPSheet {
        let session: CheckoutSession
        let payee: RequestPayee
        do throws(JSONError) {
            session = try CheckoutSession(from: node)
            payee = try RequestPayee(ofSession: node, session.currency)
        } catch {
            throw ACPBodyRefusal(.malformed, at: node.path, "\(error)")
        }
        try checkStatus(session)
        try checkMessages(session)
        guard let total = session.total else {
            throw ACPBodyRefusal(.noTotal, at: .member(node.path, "totals"), "the session has no total")
        }
        guard !total.isNegative else {
            throw ACPBodyRefusal(
                .negativeTotal, at: .member(node.path, "totals"), "the total is \(total.decimalText)")
        }
        guard !payee.networks.isEmpty else {
            throw ACPBodyRefusal(
                .noNetwork, at: .member(node.path, "capabilities"), "the merchant takes no network known here"
            )
        }
        var request = RequestBuilder.request(session, payee)
        if !session.totalsAreConsistent { request.object(.totalsDoNotAddUp) }
        do throws(PaymentRequestError) { try request.validate() } catch {
            throw ACPBodyRefusal(.unsupported, at: node.path, "\(error)")
        }
        return ACPSheet(request: request, promo: session.promo, messages: session.messages)
    }

    private func refusal(
        _ code: ACPBodyRefusal.Code, _ member: String, _ reason: String, _ session: CheckoutSession
    ) -> ACPBodyRefusal {
        ACPBodyRefusal(
            code, at: .member(node.path, member), reason, continueURL: session.continueURL?.text)
    }

    private func checkStatus(_ session: CheckoutSession) throws(ACPBodyRefusal) {
        func refuse(_ code: ACPBodyRefusal.Code, _ reason: String) -> ACPBodyRefusal {
            refusal(code, "status", reason, session)
        }
        switch session.status {
        case .ready, .notReady: break
        case .completed: throw refuse(.ended, "the session is paid already")
        case .canceled: throw refuse(.ended, "the session was cancelled")
        case .expired: throw refuse(.ended, "the session has expired")
        case .inProgress: throw refuse(.inProgress, "the merchant is still working on the session")
        case .authenticationRequired:
            throw refuse(
                .authenticationRequired,
                "the card's issuer wants to authenticate the person, who must go on there")
        case .requiresEscalation:
            throw refuse(.escalation, "the purchase goes on at the merchant's own page")
        case .other(let status):
            throw refuse(.unsupported, "the status \(ForeignText(status).text) is not known here")
        }
    }

    /// A card that was declined does not hinder another; everything else that is an error does.
    private func checkMessages(_ session: CheckoutSession) throws(ACPBodyRefusal) {
        let index = session.messages.firstIndex { message in
            message.kind == .error && message.code != SessionMessage.paymentDeclined
        }
        guard let index else {
            if session.status == .notReady {
                throw refusal(
                    .notReady, "status", "the merchant says that it cannot be paid yet, and not why", session)
            }
            return
        }
        let message = session.messages[index]
        let code: ACPBodyRefusal.Code
        switch message.code {
        case "out_of_stock", "quantity_exceeded": code = .outOfStock
        case "requires_3ds": code = .authenticationRequired
        case "intervention_required", "requires_sign_in", "approval_required", "age_verification_required":
            code = session.continueURL == nil ? .notReady : .escalation
        default: code = .notReady
        }
        throw ACPBodyRefusal(
            code, at: .element(.member(node.path, "messages"), index),
            "\(message.code): \(message.text.text)",
            continueURL: session.continueURL?.text)
    }
}

/// Who is paid, and with which cards.
struct RequestPayee: Sendable {
    var name: ForeignText
    /// Two capital letters: where payments are processed.
    var country: String
    var networks: [CardNetwork]

    init(name: ForeignText, country: String, networks: [CardNetwork]) {
        self.name = name
        self.country = country
        self.networks = networks
    }

    /// As far as a session says it, which has no place for it: the name from what the issuer would be told
    /// or from where the merchant's terms lie, the country from the address, the networks from the brands
    /// of its handlers.
    init(ofSession node: JSONNode, _ currency: Currency) throws(JSONError) {
        let details = try node.present("authentication_metadata")?.present("acquirer_details")
        var name = try details?.text("merchant_name")
        for link in try node.elements("links") where name == nil {
            name = Self.host(of: try link.present("url")?.string() ?? "").map { ForeignText($0) }
        }
        self.name = name ?? "Merchant"
        let address = try node.present("fulfillment_details")?.present("address")
        let country = try address?.present("country")?.string().uppercased() ?? ""
        let isCountry = country.utf8.count == 2 && country.utf8.allSatisfy { (65...90).contains($0) }
        // A currency begins with the country that issues it; those that begin with X or EU are of several.
        self.country =
            isCountry ? country : currency.code.hasPrefix("X") ? "US" : String(currency.code.prefix(2))
        networks = try Self.networks(node)
    }

    private static func host(of url: String) -> String? {
        guard let range = url.firstRange(of: "://") else { return nil }
        let host = url[range.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return host.isEmpty ? nil : String(host)
    }

    /// The brands that some handler takes; all where none says. An empty list allows nothing (checkout 83).
    private static func networks(_ node: JSONNode) throws(JSONError) -> [CardNetwork] {
        guard let payment = try node.present("capabilities")?.present("payment") else {
            return CardNetwork.allCases
        }
        var (taken, isSaid): (Set<CardNetwork>, Bool) = ([], false)
        for handler in try payment.elements("handlers") {
            guard let config = try handler.present("config") else { continue }
            let lists = try (config.present("accepted_brands"), config.present("supported_networks"))
            guard let list = lists.0 ?? lists.1 else { continue }
            isSaid = true
            for brand in try list.array() {
                let word = try brand.string().lowercased().filter { $0.isLetter }
                if let network = CardNetwork.allCases.first(where: { $0.rawValue.lowercased() == word }) {
                    taken.insert(network)
                }
            }
        }
        return isSaid ? CardNetwork.allCases.filter(taken.contains) : CardNetwork.allCases
    }
}
