internal import Crypto
internal import Encodings
package import JSON

/// A payment token that was opened to be looked at.
package struct InspectedPaymentToken: Sendable {
    package let signer: PaymentTokenOrigin
    package let transactionID: [UInt8]
    /// As the token carries it: a hash of the request's.
    package let applicationDataHash: [UInt8]?
    /// In minor units.
    package let amount: Int64
    /// ISO 4217's number, three digits.
    package let currencyCode: String
    /// All that was sealed, members that Baton does nothing with among them. Holds the card's number.
    package let plaintext: JSONValue

    /// Reads what was sealed: number, amount and currency strictly, the rest as it is, for other schemes than
    /// `3DSecure` have other members.
    init(
        _ token: PaymentToken, _ text: [UInt8], _ signer: PaymentTokenOrigin
    ) throws(PaymentTokenRefusal) {
        do throws(JSONError) {
            let node = try JSONNode(parsing: text)
            let number = try node.member("applicationPrimaryAccountNumber")
            guard (8...19).contains(try number.string().utf8.count), Self.areDigits(try number.string())
            else {
                throw number.invalid("must be 8 to 19 digits")
            }
            let currency = try node.member("currencyCode")
            currencyCode = try currency.string()
            guard currencyCode.utf8.count == 3, Self.areDigits(currencyCode) else {
                throw currency.invalid("must be three digits")
            }
            amount = try node.member("transactionAmount").integer(in: 0...999_999_999_999)
            plaintext = node.value
        } catch {
            throw .plaintext(error)
        }
        self.signer = signer
        transactionID = token.transactionID
        applicationDataHash = token.applicationDataHash
    }

    private static func areDigits(_ text: String) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
