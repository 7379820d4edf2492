internal import Crypto
internal import Encodings
internal import HTTPMessages
internal import Handoffs
internal import JSON
internal import Payments
internal import Sealing
internal import Signing

/// Opens here what other people's libraries made, and sees that a wrong psk_id opens nothing.
struct InteropCheck {
    private let document: JSONNode
    private let watch: P256PublicKey
    private let phone: P256PublicKey
    private let kem: P256PrivateKey
    private let reply: P256PrivateKey
    private let psk: HPKE.PresharedKey

    init(_ document: JSONNode) throws {
        self.document = document
        watch = try Self.key(document.member("watch")).publicKey
        phone = try Self.key(document.member("phone")).publicKey
        kem = try Self.key(document.member("kem"))
        reply = try Self.key(document.member("reply"))
        psk = HPKE.PresharedKey(
            key: Secret(try Self.bytes(document.member("psk"))), id: try Self.bytes(document.member("psk_id"))
        )
    }

    /// The names of what opened.
    func run() throws -> [String] {
        let token = try checkToken()
        try checkOutcome(token)
        try checkRequest()
        try checkPayment()
        return ["token", "outcome", "request signature", "payment token"]
    }

    private func checkToken() throws -> HandoffToken {
        let text = try document.member("token").string()
        let relay = try document.member("relay").string()
        func open(_ psk: HPKE.PresharedKey) throws(SealingRefusal) -> HandoffToken {
            try HandoffToken(
                opening: text, from: watch, to: DeviceID(thumbprintOf: phone), with: kem, sharing: psk,
                relay: relay)
        }
        let token = try open(psk)
        guard token.contents.salt == (try Self.bytes(document.member("salt"))),
            token.contents.merchant?.session == "cs_1"
        else { throw InteropFailure.differs("token") }
        var id = psk.id
        id[0] ^= 1
        guard
            refusal({ () throws(SealingRefusal) in try open(HPKE.PresharedKey(key: psk.key, id: id)) })
                == .notAuthentic
        else { throw InteropFailure.notRefused("psk_id") }
        return token
    }

    private func refusal(
        _ open: () throws(SealingRefusal) -> HandoffToken
    ) -> SealingRefusal? {
        do throws(SealingRefusal) {
            _ = try open()
            return nil
        } catch {
            return error
        }
    }

    private func checkOutcome(_ token: HandoffToken) throws {
        let outcome = try Outcome(
            opening: try document.member("outcome").string(), answering: token.identity,
            of: HandoffKey(sender: token.header.sender, id: token.header.id), from: phone, with: reply,
            sharing: psk)
        guard case .ordered(let order) = outcome.contents, order.total == 1040 else {
            throw InteropFailure.differs("outcome")
        }
    }

    private func checkRequest() throws {
        let node = try document.member("request")
        guard let base = BaseURL("https://relay.example/baton") else { throw InteropFailure.member("base") }
        var fields: Fields = ["host": "relay.example"]
        for (name, value) in try node.member("fields").members() { fields[name] = try value.string() }
        // The relay sees the path without the base's.
        let request = Request(
            method: .post, target: try node.member("target").string(), fields: fields,
            body: Array(try node.member("body").string().utf8))
        try RequestSignature(of: request).verify(request, base: base, with: phone)
    }

    private func checkPayment() throws {
        let node = try document.member("payment")
        let key = try MerchantPaymentKey(
            certificateDER: try Self.bytes(node.member("merchant_certificate")),
            scalar: Secret(try Self.bytes(node.member("merchant_key"))))
        let opener = PaymentTokenOpener(
            keys: [key], trusting: [try Certificate(der: try Self.bytes(node.member("root")))])
        let expectation = PaymentExpectation(
            amount: 1040, currencyCode: "840", applicationData: SHA256.hash(Array("a quote".utf8)))
        let credential = try opener.open(
            try PaymentToken(from: try node.member("token")), expecting: expectation,
            at: try node.member("at").integer()
        ) { _ in false }
        guard credential.accountNumber == Secret(Array("4111111111111111".utf8)) else {
            throw InteropFailure.differs("payment")
        }
    }

    private static func key(_ node: JSONNode) throws -> P256PrivateKey {
        try P256PrivateKey(scalar: Secret(try bytes(node.member("d"))))
    }

    private static func bytes(_ node: JSONNode) throws -> [UInt8] {
        guard let bytes = Base64.decode(try node.string()) else {
            throw InteropFailure.member(node.path.description)
        }
        return bytes
    }
}
