import Checkout
import Crypto
import HTTPMessages
import JSON
import Merchant
import Synchronization
import Testing

/// A merchant that gives these answers in turn, and the last one for ever; its keys always.
final class ScriptedMerchant: Sendable {
    typealias Answer = Result<MerchantResponse, MerchantFailure>

    let access: SessionAccess
    private let key: MerchantKey
    private let state: Mutex<(seen: [Request], left: [Answer])>

    init(_ answers: [Answer] = []) throws {
        let origin = try #require(BaseURL("https://shop.example"))
        access = SessionAccess(origin: origin, sessionID: "cs_1", bearer: nil, signingKey: nil)
        key = MerchantKey(try P256PrivateKey())
        state = Mutex((seen: [], left: answers))
    }

    /// What it answers from now on.
    func answers(_ answers: [Answer]) { state.withLock { $0.left = answers } }

    /// What it was asked, but for its keys.
    var requests: [Request] { state.withLock { $0.seen } }

    var client: MerchantClient {
        let http = MerchantHTTP { [self] request, _, _ throws(MerchantFailure) in try answer(request) }
        return MerchantClient(origin: access.origin, http: http, keys: QuoteKeys(http)) { 1500 }
    }

    private func answer(_ request: Request) throws(MerchantFailure) -> MerchantResponse {
        if request.target == "/.well-known/jwks.json" {
            return MerchantResponse(
                status: .ok, fields: [:], body: MerchantKey.document([key.key.publicKey]).encoded())
        }
        let answer: Answer = state.withLock { state in
            state.seen.append(request)
            return state.left.count > 1 ? state.left.removeFirst() : state.left[0]
        }
        return try answer.get()
    }

    /// The session with that status, with a quote that verifies.
    func session(_ status: SessionStatus, orders isOrdered: Bool = false) throws -> Answer {
        let usd = try #require(Currency("usd"))
        var session = CheckoutSession(id: "cs_1", status: status, currency: usd)
        session.totals = [
            SessionTotal(.subtotal, "Subtotal", Amount(500, usd)),
            SessionTotal(.total, "Total", Amount(500, usd)),
        ]
        let request = PaymentRequest(
            countryCode: "US", currency: usd, supportedNetworks: [.visa], lineItems: [],
            total: LineItem("Bar", Amount(500, usd)))
        session.quote = try Quote(
            origin: access.origin.origin, sessionID: "cs_1", revision: 1, issuedAt: 1000, expiresAt: 2000,
            request: request, contents: session.contentsHash, key: key
        ).text
        if isOrdered {
            session.order = MerchantOrder(
                id: "order_1", sessionID: "cs_1", number: "1043", status: "confirmed")
        }
        return .success(MerchantResponse(status: .ok, fields: [:], body: session.json.encoded()))
    }

    /// ACP's error.
    static func problem(_ status: Status, _ code: String) -> Answer {
        let json: JSONValue = ["type": "invalid_request", "code": .string(code), "message": "no"]
        return .success(MerchantResponse(status: status, fields: [:], body: json.encoded()))
    }

    /// A page of somebody on the way.
    static func page(_ status: Status) -> Answer {
        .success(MerchantResponse(status: status, fields: [:], body: Array("<html>".utf8)))
    }
}
