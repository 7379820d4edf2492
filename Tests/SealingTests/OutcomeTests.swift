import Crypto
import Handoffs
import JSON
import Signing
import Testing
import Wire

@testable import Sealing

@Suite struct OutcomeTests {
    private let phone: P256PrivateKey
    private let watch: P256PrivateKey
    private let reply: P256PrivateKey
    private let psk = HPKE.PresharedKey(key: RandomBytes.makeSecret(32), id: RandomBytes.make(32))
    private let token: Handoffs.Digest
    private let id: HandoffID

    init() throws {
        (phone, watch, reply) = (try P256PrivateKey(), try P256PrivateKey(), try P256PrivateKey())
        token = try CompactJWS(signing: [1], kind: .handoff, keyID: "w", with: watch).identity
        id = HandoffID(at: Instant(milliseconds: 1_700_000_000_000), random: RandomBytes.make(10))
    }

    private var key: HandoffKey { HandoffKey(sender: DeviceID(thumbprintOf: watch.publicKey), id: id) }

    private func make(_ contents: OutcomeContents, withPayment: Bool = false) throws -> Outcome {
        let header = Outcome.Header(
            phone: DeviceID(thumbprintOf: phone.publicKey), watch: key.sender, id: id, token: token,
            fence: Fence(number: 3), issuedAt: 1_700_000_100)
        return try Outcome(
            contents, header: header, withPayment: withPayment, to: reply.publicKey, sharing: psk, with: phone
        )
    }

    private func open(_ text: String, token other: Handoffs.Digest? = nil) throws -> Outcome {
        try Outcome(
            opening: text, answering: other ?? token, of: key, from: phone.publicKey, with: reply,
            sharing: psk)
    }

    private func confirmation(summary: String?) -> OrderConfirmation {
        OrderConfirmation(
            orderID: "ord_1", number: "1043", link: "https://shop.example/o/1043", total: 1040,
            currency: "USD",
            payment: "Visa 1234 (Baton Pay)", summary: summary, arrival: "10:40")
    }

    @Test func `success and failure have one size, and each opens`() throws {
        let success = try make(.ordered(confirmation(summary: "Latte")))
        let failure = try make(.failed(reason: "payment_declined", message: "No."))
        #expect(success.signed.text.utf8.count == failure.signed.text.utf8.count)
        #expect(try open(success.signed.text).contents == success.contents)
        #expect(try open(failure.signed.text).contents == failure.contents)
    }

    @Test func `a handoff that asks for the payment has one larger size for every end, which fits a body`()
        throws
    {
        let given = GivenPayment(
            total: 1040, currency: "USD", label: "Visa 1234 (Baton Pay)", applePay: ["token": ["a": "b"]])
        let paid = try make(.authorized(given), withPayment: true)
        let failed = try make(.failed(reason: "declined", message: nil), withPayment: true)
        #expect(paid.signed.text.utf8.count == failed.signed.text.utf8.count)
        #expect(try open(paid.signed.text).contents == .authorized(given))
        #expect(try open(failed.signed.text).contents == failed.contents)
        let body = OutcomeRequest(outcome: paid.signed.text).encoded()
        #expect(body.count <= WireLimits.bodyBytesMax)
    }

    @Test func `a payment that does not fit is refused whole`() {
        let long = JSONValue.string(String(repeating: "x", count: 8192))
        let given = GivenPayment(total: 1, currency: "USD", label: "x", applePay: ["token": long])
        #expect(throws: SealingRefusal.self) { try make(.authorized(given), withPayment: true) }
        #expect(throws: SealingRefusal.self) { try make(.authorized(given)) }
    }

    @Test func `a summary that does not fit is left out, never the order and its total`() throws {
        let long = try make(.ordered(confirmation(summary: String(repeating: "é", count: 600))))
        guard case .ordered(let order) = try open(long.signed.text).contents else {
            Issue.record("it is not an order")
            return
        }
        #expect(order.summary == nil && order.orderID == "ord_1" && order.total == 1040)
    }

    @Test func `the answer to another token, or by another device, does not count`() throws {
        let text = try make(.failed(reason: "declined", message: nil)).signed.text
        let other = try CompactJWS(signing: [2], kind: .handoff, keyID: "w", with: watch).identity
        #expect(throws: SealingRefusal.otherToken) { try open(text, token: other) }
        #expect(throws: SealingRefusal.otherDevice) {
            try Outcome(
                opening: text, answering: token, of: key, from: watch.publicKey, with: reply, sharing: psk)
        }
        #expect(throws: SealingRefusal.notAuthentic) {
            try Outcome(
                opening: text, answering: token, of: key, from: phone.publicKey, with: watch, sharing: psk)
        }
    }
}
