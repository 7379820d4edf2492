package import Crypto
internal import Encodings
internal import JSON

/// What a payment token seals: the means to charge one amount once (Protocol/payment-token.md).
package struct PaymentCredential: Sendable, Equatable {
    /// ASCII digits. In this simulation always a published test number.
    package let accountNumber: Secret
    /// YYMMDD
    package let expirationDate: String
    /// ISO 4217's number, three digits.
    package let currencyCode: String
    /// In minor units (checkout 22).
    package let transactionAmount: Int64
    package let cardholderName: String?
    package let deviceManufacturerIdentifier: String
    /// The one-time proof that goes to the card's issuer.
    package let cryptogram: [UInt8]
    package let eciIndicator: String?

    /// A credential as a wallet makes it for one payment.
    package init(
        accountNumber: Secret, expirationDate: String, currencyCode: String, transactionAmount: Int64,
        cardholderName: String?, deviceManufacturerIdentifier: String, cryptogram: [UInt8],
        eciIndicator: String?
    ) {
        self.accountNumber = accountNumber
        self.expirationDate = expirationDate
        self.currencyCode = currencyCode
        self.transactionAmount = transactionAmount
        self.cardholderName = cardholderName
        self.deviceManufacturerIdentifier = deviceManufacturerIdentifier
        self.cryptogram = cryptogram
        self.eciIndicator = eciIndicator
    }
}

extension PaymentCredential {
    /// Reads the decrypted text; members that are not known are ignored.
    init(parsing plaintext: [UInt8]) throws(JSONError) {
        let node = try JSONNode(parsing: plaintext, limits: JSONLimits(bytesMax: 8192, depthMax: 6))
        let number = try node.member("applicationPrimaryAccountNumber")
        let digits = try number.string()
        guard (8...19).contains(digits.utf8.count), Self.areDigits(digits) else {
            throw number.invalid("must be 8 to 19 digits")
        }
        let expiration = try node.member("applicationExpirationDate")
        expirationDate = try expiration.string()
        guard expirationDate.utf8.count == 6, Self.areDigits(expirationDate) else {
            throw expiration.invalid("must be YYMMDD")
        }
        let currency = try node.member("currencyCode")
        currencyCode = try currency.string()
        guard currencyCode.utf8.count == 3, Self.areDigits(currencyCode) else {
            throw currency.invalid("must be three digits")
        }
        transactionAmount = try node.member("transactionAmount").integer(in: 0...999_999_999_999)
        cardholderName = try node.present("cardholderName")?.string()
        deviceManufacturerIdentifier = try node.member("deviceManufacturerIdentifier").string()
        let type = try node.member("paymentDataType")
        guard try type.string() == "3DSecure" else { throw type.invalid("must be 3DSecure") }
        let proof = try node.member("paymentData").member("onlinePaymentCryptogram")
        guard let cryptogram = Base64.decode(try proof.string(), .standard), !cryptogram.isEmpty else {
            throw proof.invalid("must be base64")
        }
        self.cryptogram = cryptogram
        eciIndicator = try node.member("paymentData").present("eciIndicator")?.string()
        accountNumber = Secret(Array(digits.utf8))
    }

    func encoded() -> [UInt8] {
        var object = JSONObject()
        object["applicationPrimaryAccountNumber"] = .string(
            String(decoding: accountNumber.copyBytes(), as: UTF8.self))
        object["applicationExpirationDate"] = .string(expirationDate)
        object["currencyCode"] = .string(currencyCode)
        object["transactionAmount"] = .integer(transactionAmount)
        object["cardholderName"] = cardholderName.map { .string($0) }
        object["deviceManufacturerIdentifier"] = .string(deviceManufacturerIdentifier)
        object["paymentDataType"] = "3DSecure"
        var proof = JSONObject()
        proof["onlinePaymentCryptogram"] = .string(Base64.encode(cryptogram, .standard))
        proof["eciIndicator"] = eciIndicator.map { .string($0) }
        object["paymentData"] = .object(proof)
        return JSONValue.object(object).encoded()
    }

    private static func areDigits(_ text: String) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
