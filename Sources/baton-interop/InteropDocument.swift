internal import Crypto
internal import Encodings
internal import HTTPMessages
internal import Handoffs
internal import JSON
internal import Payments
internal import Sealing
internal import Signing

/// Everything that is signed and sealed, made here with fresh keys, with the keys beside it.
enum InteropDocument {
    private static let now: Int64 = 1_700_000_000
    private static let relay = "https://relay.example/baton"

    static func make() throws -> JSONValue {
        let keys = try Keys()
        let token = try token(keys)
        let outcome = try outcome(keys, answering: token)
        return [
            "watch": try jwk(keys.watch), "phone": try jwk(keys.phone), "kem": try jwk(keys.kem),
            "reply": try jwk(keys.reply), "psk": bytes(keys.psk.key.copyBytes()),
            "psk_id": bytes(keys.psk.id),
            "relay": .string(relay), "token": .string(token.signed.text),
            "token_identity": .string(token.identity.text), "salt": bytes(token.contents.salt),
            "outcome": .string(outcome.signed.text), "request": try request(keys),
            "payment": try payment(),
        ]
    }

    struct Keys {
        let watch: P256PrivateKey
        let phone: P256PrivateKey
        let kem: P256PrivateKey
        let reply: P256PrivateKey
        let psk: HPKE.PresharedKey

        init() throws(CryptoFailure) {
            (watch, phone) = (try P256PrivateKey(), try P256PrivateKey())
            (kem, reply) = (try P256PrivateKey(), try P256PrivateKey())
            psk = HPKE.PresharedKey(key: RandomBytes.makeSecret(32), id: RandomBytes.make(32))
        }
    }

    private static func token(_ keys: Keys) throws -> HandoffToken {
        let contents = HandoffContents(
            replyKey: keys.reply.publicKey, salt: RandomBytes.make(16),
            merchant: HandoffContents.Merchant(
                origin: "https://shop.example", session: "cs_1", bearer: Secret(Array("bearer".utf8)),
                signingKey: Secret([1, 2, 3])),
            quote: "a.b.c", request: nil,
            prefill: HandoffContents.Prefill(method: "express", codes: ["TEN"], cardKind: "debit"))
        let header = HandoffToken.Header(
            sender: DeviceID(thumbprintOf: keys.watch.publicKey),
            recipient: DeviceID(thumbprintOf: keys.phone.publicKey),
            id: HandoffID(at: Instant(seconds: now), random: RandomBytes.make(10)), issuedAt: now,
            expiresAt: now + 600, relay: relay)
        return try HandoffToken(
            contents, header: header, to: keys.kem.publicKey, sharing: keys.psk, with: keys.watch)
    }

    private static func outcome(_ keys: Keys, answering token: HandoffToken) throws -> Outcome {
        let order = OrderConfirmation(
            orderID: "ord_1", number: "1043", link: "https://shop.example/orders/ord_1", total: 1040,
            currency: "USD", payment: "Visa 1111 (Baton Pay)", summary: "Latte", arrival: nil)
        let header = Outcome.Header(
            phone: token.header.recipient, watch: token.header.sender, id: token.header.id,
            token: token.identity, fence: Fence(number: 1), issuedAt: now + 60)
        return try Outcome(
            .ordered(order), header: header, to: keys.reply.publicKey, sharing: keys.psk, with: keys.phone)
    }

    private static func request(_ keys: Keys) throws -> JSONValue {
        let body = Array(#"{"iss":"x","fence":1}"#.utf8)
        var request = Request(
            method: .post, target: "/baton/v1/handoffs/x/authorizing?wait=1",
            fields: ["host": "relay.example", "content-type": "application/json"], body: body)
        let parameters = RequestSignature.Parameters(
            created: now, nonce: Base64.encode(RandomBytes.make(16)),
            keyID: DeviceID(thumbprintOf: keys.phone.publicKey))
        try RequestSignature.sign(
            &request, authority: "relay.example", parameters: parameters, with: keys.phone)
        var fields = JSONObject()
        for name in ["content-digest", "signature-input", "signature"] {
            fields[name] = .string(request.fields[name] ?? "")
        }
        return [
            "method": "POST", "url": .string("https://relay.example" + request.target),
            "body": .string(String(decoding: body, as: UTF8.self)), "fields": .object(fields),
        ]
    }

    private static func payment() throws -> JSONValue {
        let merchant = try MerchantPaymentKey.simulated(merchantID: "merchant.example", at: now)
        let signer = try PaymentTokenSigner.simulated(at: now)
        let credential = PaymentCredential(
            accountNumber: Secret(Array("4111111111111111".utf8)), expirationDate: "281231",
            currencyCode: "840", transactionAmount: 1040, cardholderName: nil,
            deviceManufacturerIdentifier: "424154", cryptogram: RandomBytes.make(20), eciIndicator: nil)
        let token = try PaymentToken(
            sealing: credential, for: merchant.certificate, transactionID: RandomBytes.make(32),
            applicationData: SHA256.hash(Array("a quote".utf8)), signer: signer, at: now)
        let roots = try SimulatedNetwork.roots()
        return [
            "at": .integer(now), "token": token.json,
            "merchant_certificate": .string(merchant.certificate.certificate.pem),
            "merchant_key": bytes(try merchant.scalar().copyBytes()),
            "root": .string(roots.map(\.pem).joined()),
        ]
    }

    private static func jwk(_ key: P256PrivateKey) throws -> JSONValue {
        [
            "kty": "EC", "crv": "P-256", "x": bytes(key.publicKey.x), "y": bytes(key.publicKey.y),
            "d": bytes(try key.scalar().copyBytes()),
        ]
    }

    private static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64.encode(bytes)) }
}
