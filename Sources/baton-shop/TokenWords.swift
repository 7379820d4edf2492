internal import Checkout
internal import Encodings
internal import JSON
internal import Merchant
internal import Payments

/// What is said about a payment token that was opened.
enum TokenWords {
    static func lines(_ opened: InspectedPaymentToken) -> [String] {
        [
            origin(opened.signer), "signed \(UTCTime.text(opened.signer.signedAt))",
            "transaction \(Hexadecimal.encode(opened.transactionID))",
            "application data \(opened.applicationDataHash.map { Hexadecimal.encode($0) } ?? "none")",
            "amount \(opened.amount) minor units, currency \(opened.currencyCode) (\(amount(opened)))",
            opened.plaintext.encodedString(),
        ]
    }

    static func members(of opened: InspectedPaymentToken) -> JSONObject {
        var object: JSONObject = [
            "chain": .object(members(of: opened.signer)),
            "signed_at": .string(UTCTime.text(opened.signer.signedAt)),
            "transaction_id": .string(Hexadecimal.encode(opened.transactionID)),
            "application_data": opened.applicationDataHash.map { .string(Hexadecimal.encode($0)) } ?? .null,
            "amount": .integer(opened.amount), "currency_code": .string(opened.currencyCode),
        ]
        if let currency = NumericCurrency.currency(of: opened.currencyCode) {
            object["currency"] = .string(currency.code)
        }
        object["plaintext"] = opened.plaintext
        return object
    }

    static func members(of signer: PaymentTokenOrigin) -> JSONObject {
        [
            "network": .string(signer.network.rawValue), "root": .string(signer.root),
            "signer": .string(signer.signer), "valid_until": .string(UTCTime.text(signer.validUntil)),
            "expired": .bool(signer.hasExpired),
        ]
    }

    static func origin(_ signer: PaymentTokenOrigin) -> String {
        let whose =
            switch signer.network {
            case .simulated: "the chain is that of Baton's simulation"
            case .apple: "the chain is a genuine one of Apple's"
            case .configured: "the chain ends at a root that was named"
            }
        let end = UTCTime.text(signer.validUntil)
        return "\(whose), by \(printable(signer.signer)) under \(printable(signer.root)), "
            + (signer.hasExpired ? "and expired on \(end)" : "valid until \(end)")
    }

    private static func amount(_ opened: InspectedPaymentToken) -> String {
        guard let currency = NumericCurrency.currency(of: opened.currencyCode) else {
            return "no currency known here"
        }
        return "\(currency.code) \(Amount(opened.amount, currency).decimalText)"
    }

    /// A name out of a certificate of anybody's.
    private static func printable(_ name: String) -> String { ForeignText(name).text }
}
