internal import BatonClient
internal import Checkout
internal import Crypto
internal import Encodings
internal import Handoffs
internal import JSON
internal import Merchant
internal import Payments
internal import Sealing
internal import Surfaces

/// Makes an attempt to pay a purchase that no session stands behind: an `ApplePayPayment`, for a standing
/// quote's address or for the watch.
struct DirectPaymentMaking: Sendable {
    let opened: OpenedHandoff
    let sheet: Sheet

    /// The attempt `number` with a card of the unlocked wallet, to be journaled before anything of it leaves
    /// the phone. Throws where it would not fit back to the watch: nothing is promised then.
    func attempt(
        _ number: Int64, _ commit: SheetCommit, from wallet: UnlockedWallet, at seconds: Int64
    ) throws(Complaint) -> PaymentAttempt {
        let (card, payment) = try make(commit, from: wallet, at: seconds)
        let label = Words.payment(card)
        let body: [UInt8]
        switch opened.destination {
        case .address:
            body = JSONValue.object(addressed(payment, commit.terms.total)).encoded()
        case .watch:
            let given = GivenPayment(
                total: commit.terms.total.minorUnits, currency: commit.terms.total.currency.code,
                isPending: commit.terms.isPending, label: label, method: sheet.selection.methodID,
                applePay: payment)
            try checkSize(given)
            body = given.json.encoded()
        }
        return PaymentAttempt(
            number: number,
            key: IdempotencyKey.complete(
                salt: opened.incoming.token.contents.salt, opened.key.id, attempt: number),
            body: body, payment: label, state: .journaled,
            total: commit.terms.total)
    }

    private func make(
        _ commit: SheetCommit, from wallet: UnlockedWallet, at seconds: Int64
    ) throws(Complaint) -> (CardSummary, JSONValue) {
        do {
            let card = try wallet.card(commit.cardID)
            let token = try opened.recipient.map { recipient in
                try PaymentToken(
                    sealing: .simulated(card, commit.terms.total),
                    for: MerchantPaymentCertificate(der: recipient),
                    transactionID: RandomBytes.make(PaymentToken.transactionIDByteCount),
                    applicationData: opened.applicationData, signer: .simulated(at: seconds), at: seconds)
            }
            let payment = ApplePayPaymentJSON.value(
                token: token, card: .init(card.summary), billing: billing, shipping: shipping)
            return (card.summary, payment)
        } catch let failure as WalletFailure {
            throw Complaint(failure)
        } catch {
            throw .unusableCertificate("\(error)")
        }
    }

    /// What a standing quote's address gets beside the payment: the quote, and what was chosen and agreed to.
    private func addressed(_ payment: JSONValue, _ total: Amount) -> JSONObject {
        guard case .object(var body) = payment, case .standing(let quote) = opened.backing else { return [:] }
        var agreed: JSONObject = [
            "quote": .string(quote.text), "total": .string(total.decimalText),
            "currency": .string(total.currency.code),
            "handoff": .string(
                IdempotencyKey.payment(salt: opened.incoming.token.contents.salt, opened.key.id)),
        ]
        agreed["method"] = sheet.selection.methodID.map { .string($0) }
        body["baton"] = .object(agreed)
        return body
    }

    /// Only what the purchase needs leaves the wallet (AP-6).
    private var shipping: ApplePayPaymentJSON.Person? {
        let details = sheet.details
        let needsAddress = sheet.needs.hasAddress
        guard sheet.needs.hasContact || needsAddress else { return nil }
        var contact = details.contact
        if contact.name.isEmpty, let recipient = details.recipient {
            contact.givenName = recipient.givenName
            contact.familyName = recipient.familyName
        }
        return .init(contact: contact, address: details.recipient?.address)
    }

    /// The card's own address; the chosen one where it has none.
    private var billing: ApplePayPaymentJSON.Person? {
        guard sheet.request.requiredBillingFields.contains(.postalAddress) else { return nil }
        let (saved, person) = (sheet.selectedAddress, sheet.selectedContact)
        guard let address = sheet.details.billing ?? saved?.address else { return nil }
        let named = Contact(
            givenName: saved?.givenName ?? person?.givenName ?? "",
            familyName: saved?.familyName ?? person?.familyName ?? "")
        return .init(contact: named, address: address)
    }

    private func checkSize(_ payment: GivenPayment) throws(Complaint) {
        let max = Outcome.textBytes(withPayment: opened.incoming.token.contents.wantsPayment)
        guard OutcomeContents.authorized(payment).encoded(bytesMax: max) == nil else { return }
        throw .paymentTooLarge(bytes: payment.json.encoded().count, max: max)
    }
}

/// Where the payment of a purchase without a session goes.
enum PaymentDestination: Sendable {
    case address(StandingQuote)
    /// Back to the watch, sealed in the outcome.
    case watch
}

extension OpenedHandoff {
    var destination: PaymentDestination {
        if case .standing(let quote) = backing, quote.completeURL != nil { return .address(quote) }
        return .watch
    }

    /// The certificate (DER) of whom the payment token is sealed to.
    var recipient: [UInt8]? {
        switch backing {
        case .session: nil
        case .standing(let quote): quote.certificateDER
        case .nobody(let certificate): certificate
        }
    }

    /// What the payment token is bound to: the quote, or the application data that the request itself names.
    var applicationData: [UInt8]? {
        switch backing {
        case .session: nil
        case .standing(let quote): quote.digest
        case .nobody: incoming.token.contents.request.flatMap { Self.applicationData(of: $0) }
        }
    }

    private static func applicationData(of request: JSONValue) -> [UInt8]? {
        guard case .object(let object) = request, case .string(let text)? = object["applicationData"] else {
            return nil
        }
        return Base64.decode(text, .standard)
    }
}
