internal import BatonClient
internal import Checkout
internal import Handoffs
internal import Merchant
internal import Surfaces

/// A bag that a merchant has priced: what is in it, and the session that holds it. It lives on the watch, and
/// codes are settled here, before any sheet opens (AP-3).
struct Bag: Sendable {
    let shopping: Shopping
    var items: [BagItem]
    /// The merchant's newest answer.
    private(set) var answer: CheckoutAnswer

    /// Opens a session with these things in it. Nothing is ordered by that.
    init(
        _ items: [BagItem], codes: [String], note: String, for phones: [PairedDevice], at shopping: Shopping
    ) async throws(Complaint) {
        guard let first = items.first else { throw .unreadableItem("") }
        var create = CheckoutCreate(
            items: items.map(\.ordered), currency: first.variant.price.currency, codes: codes)
        create.notes = note
        create.address = phones.lazy.compactMap(\.region).first.map { region in
            PostalAddress(region: region.region, postalCode: region.postalPrefix, country: region.country)
        }
        let opening = create
        // Random, for whoever knows the key and guesses the body is given the session's credentials: the
        // relay knows the handoff's id.
        let key = IdempotencyKey.fresh()
        answer = try await shopping.asking { client throws(MerchantFailure) in
            try await client.create(opening, idempotencyKey: key)
        }
        self.items = items
        self.shopping = shopping
    }

    /// Codes that the merchant has applied.
    var codes: [String] {
        answer.session.promo.filter { $0.isApplied && !$0.code.isEmpty }.map(\.code)
    }

    /// Codes that it has not.
    var refusedCodes: [PromoResult] { answer.session.promo.filter { !$0.isApplied } }

    /// Whether its things cannot be handed over in one way (AP-4).
    var hasSeveralWays: Bool { fault?.code == "conflict" }

    /// What stands in the way of ordering these things.
    var fault: SessionMessage? {
        answer.session.messages.first { message in
            message.kind == .error && message.param?.hasPrefix("$.line_items") == true
        }
    }

    /// Puts codes in the place of those before; what is submitted last counts (checkout 7).
    mutating func submit(codes: [String]) async throws(Complaint) {
        var change = CheckoutUpdate()
        change.codes = codes
        try await update(change)
    }

    mutating func choose(method: String) async throws(Complaint) {
        guard answer.session.options.contains(where: { $0.id == method }) else {
            throw .unknownMethod(method)
        }
        var change = CheckoutUpdate()
        change.optionID = method
        try await update(change)
    }

    /// Puts a gift message or delivery note in the place of the one before.
    mutating func submit(note: String) async throws(Complaint) {
        var change = CheckoutUpdate()
        change.notes = note
        try await update(change)
    }

    /// Puts other things into it; where they cannot be ordered so, it stays as it was.
    mutating func replace(with new: [BagItem]) async throws(Complaint) {
        guard !new.isEmpty else { throw .emptyBag }
        var change = CheckoutUpdate()
        change.items = new.map(\.ordered)
        try await update(change)
        guard let fault else {
            items = new
            return
        }
        let isElsewhere = hasSeveralWays
        change.items = items.map(\.ordered)
        try await update(change)
        throw isElsewhere ? .severalWays([]) : .shopRefused(fault.text)
    }

    /// Asks the merchant how the session stands now.
    mutating func look() async throws(Complaint) {
        let access = answer.access
        answer = try await shopping.asking { client throws(MerchantFailure) in
            try await client.retrieve(access)
        }
    }

    private mutating func update(_ change: CheckoutUpdate) async throws(Complaint) {
        let (last, key) = (answer, IdempotencyKey.fresh())
        answer = try await shopping.asking { client throws(MerchantFailure) in
            try await client.update(
                change, options: last.session.options, of: last.access, idempotencyKey: key)
        }
    }

    /// A session that nobody will pay need not hold stock.
    func giveUp() async {
        do throws(MerchantFailure) {
            _ = try await shopping.client.cancel(answer.access, idempotencyKey: IdempotencyKey.fresh())
        } catch {
            // It expires by itself.
        }
    }
}
