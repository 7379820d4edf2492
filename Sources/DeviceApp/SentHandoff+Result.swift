internal import Checkout
internal import JSON
internal import Sealing
internal import Surfaces

extension SentHandoff {
    /// The payment that came back, where one was asked for and made.
    var givenPayment: GivenPayment? {
        guard case .authorized(let payment)? = ending else { return nil }
        return payment
    }
}

extension GivenPayment {
    /// Reads what the journal kept.
    init?(journalText: String) {
        do throws(JSONError) {
            try self.init(from: try JSONNode(parsing: Array(journalText.utf8)))
        } catch {
            // The caller reports the row.
            return nil
        }
    }

    /// Whether it holds a payment token.
    var hasToken: Bool {
        guard case .object(let object) = applePay else { return false }
        return object["token"] != nil
    }
}

extension PaymentShown {
    /// What came back, as the watch shows it; nil where its currency is none.
    init?(_ payment: GivenPayment, savedTo file: String? = nil) {
        guard let currency = Currency(payment.currency) else { return nil }
        self.init(
            total: Amount(payment.total, currency), isPending: payment.isPending, label: payment.label,
            text: payment.applePay.encodedString(), hasToken: payment.hasToken, savedTo: file)
    }
}
