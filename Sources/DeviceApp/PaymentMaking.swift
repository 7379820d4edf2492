internal import BatonClient
internal import Checkout
internal import Crypto
internal import Handoffs
internal import Merchant
internal import Payments
internal import Sealing
internal import Surfaces

/// Makes an attempt to pay: the payment token and the exact body, to be journaled before anything is sent.
struct PaymentMaking: Sendable {
    let opened: OpenedHandoff
    let answer: CheckoutAnswer
    let details: SheetDetails

    /// The attempt `number` with a card of the unlocked wallet. Nil where the merchant takes no token
    /// of ours or libcrypto fails: nothing was sent then.
    func attempt(
        _ number: Int64, _ commit: SheetCommit, from wallet: UnlockedWallet, at seconds: Int64
    ) throws(Complaint) -> PaymentAttempt {
        guard let quote = answer.quote, let handler = answer.session.handler else {
            throw .shopUnusable("handler")
        }
        do {
            let card = try wallet.card(commit.cardID)
            let token = try PaymentToken(
                sealing: .simulated(card, commit.terms.total),
                for: MerchantPaymentCertificate(der: handler.certificateDER),
                transactionID: RandomBytes.make(PaymentToken.transactionIDByteCount),
                applicationData: quote.digest, signer: .simulated(at: seconds), at: seconds)
            let body = CompleteRequest(contact: details.contact, token: token.json).encoded()
            return PaymentAttempt(
                number: number,
                key: IdempotencyKey.complete(
                    salt: opened.incoming.token.contents.salt, opened.key.id, attempt: number),
                body: body, payment: Words.payment(card.summary), state: .journaled,
                total: commit.terms.total)
        } catch let failure as WalletFailure {
            throw Complaint(failure)
        } catch {
            throw .shopUnusable("\(error)")
        }
    }

}

extension PaymentCredential {
    /// What a payment token of `card` seals for `total`.
    static func simulated(_ card: CardSecret, _ total: Amount) -> PaymentCredential {
        let (year, month) = (card.summary.expiryYear, card.summary.expiryMonth)
        let day = CalendarDate.days(inMonth: month, of: year)
        return PaymentCredential(
            accountNumber: card.number,
            expirationDate: [year % 100, month, day].map(Self.twoDigits).joined(),
            currencyCode: NumericCurrency.code(for: total.currency), transactionAmount: total.minorUnits,
            cardholderName: card.holder.isEmpty ? nil : card.holder,
            deviceManufacturerIdentifier: Self.manufacturer, cryptogram: RandomBytes.make(20),
            eciIndicator: nil)
    }

    /// Twelve digits, as the format has them; of no real maker.
    private static let manufacturer = "000000000000"

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension CalendarDate {
    /// The last day of a month.
    static func days(inMonth month: Int, of year: Int) -> Int {
        (28...31).last { CalendarDate(year: year, month: month, day: $0) != nil } ?? 28
    }
}
