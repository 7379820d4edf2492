package import Crypto
internal import Encodings
package import JSON
internal import Wire

/// What a handoff token seals: the prefilled payment request, and how to reach its merchant
/// (Protocol/token.md).
package struct HandoffContents: Sendable, Equatable {
    /// The merchant's session, with the credentials that die with it.
    package struct Merchant: Sendable, Equatable {
        /// Where it is reached; its name proves nothing else.
        package let origin: String
        /// The checkout session's id.
        package let session: String
        /// Sent as `Authorization: Bearer`, where the merchant gave one.
        package let bearer: Secret?
        /// Signs requests, where the merchant gave one.
        package let signingKey: Secret?

        /// The session of one purchase.
        package init(origin: String, session: String, bearer: Secret?, signingKey: Secret?) {
            self.origin = origin
            self.session = session
            self.bearer = bearer
            self.signingKey = signingKey
        }
    }

    /// What was chosen on the watch. Never a contact: that is the wallet's (AP-11).
    package struct Prefill: Sendable, Equatable {
        /// The shipping method's id.
        package let method: String?
        /// Promo codes that the merchant has applied, shown read-only (AP-3).
        package let codes: [String]
        /// A kind of card that the person prefers, such as `debit`.
        package let cardKind: String?

        /// Choices; all may be missing.
        package init(method: String? = nil, codes: [String] = [], cardKind: String? = nil) {
            self.method = method
            self.codes = codes
            self.cardKind = cardKind
        }
    }

    /// A fresh key, one for each token, that the outcome is sealed to.
    package let replyKey: P256PublicKey
    /// 16 random bytes, the same in all tokens of one handoff: the root of its idempotency keys.
    package let salt: [UInt8]
    /// Nil for a payment request that no merchant stands behind.
    package let merchant: Merchant?
    /// The merchant's signed price, a compact JWS.
    package let quote: String?
    /// A payment request without a quote: shown as unverified.
    package let request: JSONValue?
    package let prefill: Prefill
    /// The payment processing certificate, DER, that a token for `request` is sealed to. Nil: no token is
    /// made.
    package let certificate: [UInt8]?
    /// Whether the sender wants the payment back in the outcome, which then has the larger size.
    package let wantsPayment: Bool

    /// INVARIANT: `salt` has 16 bytes.
    package init(
        replyKey: P256PublicKey, salt: [UInt8], merchant: Merchant?, quote: String?, request: JSONValue?,
        prefill: Prefill, certificate: [UInt8]? = nil, wantsPayment: Bool = false
    ) {
        precondition(salt.count == 16, "a salt of \(salt.count) bytes")
        self.replyKey = replyKey
        self.salt = salt
        self.merchant = merchant
        self.quote = quote
        self.request = request
        self.prefill = prefill
        self.certificate = certificate
        self.wantsPayment = wantsPayment
    }
}

extension HandoffContents {
    /// A request of the deepest kind that is read from a file, and the members around it.
    private static let depthMax = 34

    init(parsing plaintext: [UInt8]) throws(JSONError) {
        let limits = JSONLimits(bytesMax: 8192, depthMax: Self.depthMax)
        let node = try JSONNode(parsing: plaintext, limits: limits)
        let reply = try node.member("reply")
        do {
            replyKey = try P256PublicKey(x963: try reply.bytes(countMax: 65))
        } catch {
            throw reply.invalid("must be a P-256 point")
        }
        salt = try node.member("salt").bytes(countMax: 16)
        guard salt.count == 16 else { throw try node.member("salt").invalid("must have 16 bytes") }
        merchant = try node.optional("merchant").map { node throws(JSONError) in try Merchant(from: node) }
        quote = try node.optional("quote")?.string()
        request = try node.optional("request")?.value
        prefill = try Prefill(from: try node.member("prefill"))
        certificate = try node.optional("certificate").map { node throws(JSONError) in
            try node.bytes(countMax: 4096)
        }
        wantsPayment = try node.optional("payment_back")?.bool() ?? false
    }

    var json: JSONValue {
        var object = JSONObject()
        object["reply"] = .bytes(replyKey.x963)
        object["salt"] = .bytes(salt)
        object["merchant"] = merchant?.json
        object["quote"] = quote.map { .string($0) }
        object["request"] = request
        object["prefill"] = prefill.json
        object["certificate"] = certificate.map { .bytes($0) }
        if wantsPayment { object["payment_back"] = true }
        return .object(object)
    }
}

extension HandoffContents.Merchant {
    init(from node: JSONNode) throws(JSONError) {
        origin = try node.member("origin").text(bytesMax: 512)
        session = try node.member("session").text(bytesMax: 256)
        bearer = try node.optional("bearer").map { node throws(JSONError) in
            Secret(Array(try node.text(bytesMax: 512).utf8))
        }
        signingKey = try node.optional("hmac").map { node throws(JSONError) in
            Secret(try node.bytes(countMax: 64))
        }
    }

    var json: JSONValue {
        var object = JSONObject()
        object["origin"] = .string(origin)
        object["session"] = .string(session)
        object["bearer"] = bearer.map { .string(String(decoding: $0.copyBytes(), as: UTF8.self)) }
        object["hmac"] = signingKey.map { .bytes($0.copyBytes()) }
        return .object(object)
    }
}

extension HandoffContents.Prefill {
    init(from node: JSONNode) throws(JSONError) {
        method = try node.optional("method")?.text(bytesMax: 256)
        var codes: [String] = []
        for code in try node.optional("codes")?.array() ?? [] { codes.append(try code.text(bytesMax: 256)) }
        self.codes = codes
        cardKind = try node.optional("card_kind")?.text(bytesMax: 32)
    }

    var json: JSONValue {
        var object = JSONObject()
        object["method"] = method.map { .string($0) }
        if !codes.isEmpty { object["codes"] = .array(codes.map { .string($0) }) }
        object["card_kind"] = cardKind.map { .string($0) }
        return .object(object)
    }
}
