import Blocking
import Crypto
import Encodings
import Foundation
import HTTPMessages
import JSON
import Merchant
import Payments
import TestSupport

/// What `send` is given: requests, a merchant's payment certificate, quotes.
struct SendScene {
    let world: DeviceWorld
    private let paymentKey: MerchantPaymentKey
    private let quoteKey: MerchantKey

    init() async throws {
        world = try await DeviceWorld.paired()
        paymentKey = try MerchantPaymentKey.simulated(
            merchantID: "merchant.test.send", at: Int64(Date().timeIntervalSince1970))
        quoteKey = MerchantKey(try P256PrivateKey())
        try write("certificate.pem", paymentKey.certificate.certificate.pem)
        let public1 = paymentKey.certificate.publicKey
        let scalar = try paymentKey.scalar().copyBytes()
        try write(
            "key.jwk",
            JSONValue.object([
                "kty": "EC", "crv": "P-256", "x": .string(Base64.encode(public1.x)),
                "y": .string(Base64.encode(public1.y)), "d": .string(Base64.encode(scalar)),
            ]).encodedString())
        try write("request.json", Self.request)
    }

    /// Two lines, two methods, everything asked for.
    static let request = """
        {"countryCode":"US","currencyCode":"USD","supportedNetworks":["visa","masterCard"],
        "merchantCapabilities":["supports3DS"],"lineItems":[{"label":"Roses","amount":"4.50"},
        {"label":"Standard","amount":"1.00"}],"total":{"label":"Flora","amount":"5.50"},
        "shippingMethods":[{"identifier":"std","label":"Standard","amount":"1.00","detail":"3 days"},
        {"identifier":"exp","label":"Express","amount":"4.00","detail":"1 day"}],
        "requiredShippingContactFields":["postalAddress","email","name"],"applicationData":"aGVsbG8=",
        "somethingElse":{"kept":true,"deep":[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]}}
        """

    func file(_ name: String) -> String { world.folder.file(name) }

    func write(_ name: String, _ text: String) throws {
        try DurableFile.replace(file(name), with: Array(text.utf8))
    }

    /// A quote of `request.json` by the merchant at `origin`.
    func writeQuote(
        by till: Till, completes: Bool, life: Int64 = 600, certified: Bool = true, stranger: Bool = false
    ) throws {
        let now = Int64(Date().timeIntervalSince1970)
        let quote = try StandingQuote.sign(
            request: try JSONValue(parsing: Array(Self.request.utf8)), origin: till.origin,
            issuedAt: now - 10, expiresAt: now + life,
            completeURL: completes ? BaseURL("\(till.origin)/pay") : nil,
            certificateDER: certified ? paymentKey.certificate.der : nil,
            key: stranger ? MerchantKey(try P256PrivateKey()) : quoteKey)
        try write("quote.jwt", quote.text + "\n")
    }

    /// The keys that the till publishes.
    var publishedKeys: JSONValue { MerchantKey.document([quoteKey.key.publicKey]) }

    /// Starts sending and waits until it is handed over; the process and the handoff's id.
    func send(_ words: [String]) async throws -> (RunningProgram, id: String) {
        let sending = try world.start("baton-watch", "w", ["send", "--yes"] + words)
        return (sending, try await sending.event("handed-off").member("id").string())
    }

    /// `resume ID --pay` with what else is said.
    func pay(_ id: String, _ words: [String] = []) async throws -> Ran {
        try await world.run(
            "baton-phone", "p",
            ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")] + words)
    }

    /// What `baton-shop token open` makes of a payment.
    func opened(_ payment: String, _ words: [String] = []) async throws -> (status: Int32, event: JSONNode) {
        let program = try RunningProgram(
            "baton-shop",
            [
                "token", "open", "--key", file("key.jwk"), "--certificate", file("certificate.pem"), "--json",
                payment,
            ] + words)
        let status = try await program.status()
        return (status, try JSONNode(parsing: Array(try await program.line(0).utf8)))
    }
}
