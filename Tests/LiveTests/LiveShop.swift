import Checkout
import Crypto
import Foundation
import HTTPClient
import HTTPMessages
import JSON
import Merchant
import Payments
import TestSupport

/// A shop as people run it, on a database that outlives it and a port that stays.
final class LiveShop {
    let folder: TemporaryFolder
    let origin: BaseURL
    private var program: LiveProgram
    private let port: Int
    private let options: [String]

    init(folder: consuming TemporaryFolder, options: [String] = []) throws {
        self.options = options + ["--database", folder.file("shop.db")]
        self.folder = folder
        program = try LiveProgram("baton-shop", ["serve", "--listen", "127.0.0.1:0"] + self.options)
        origin = try Self.ready(program)
        port = Int(origin.port)
    }

    /// `kill -9`, then the same again on the same database and port.
    func killAndRestart() throws {
        program.kill()
        program = try LiveProgram("baton-shop", ["serve", "--listen", "127.0.0.1:\(port)"] + options)
        _ = try Self.ready(program)
    }

    /// SIGTERM, and the exit status.
    func terminate() -> Int32 { program.terminate() }

    private static func ready(_ program: LiveProgram) throws -> BaseURL {
        guard let line = program.nextLine() else { throw NotReady(said: "nothing") }
        let node = try JSONNode(parsing: Array(line.utf8))
        guard try node.member("event").string() == "ready",
            let origin = BaseURL(try node.member("origin").string())
        else { throw NotReady(said: line) }
        return origin
    }

    private struct NotReady: Error { let said: String }
}

/// Somebody who buys: a client and a wallet's card.
struct LiveBuyer: Sendable {
    let client: MerchantClient
    private let signer: PaymentTokenSigner

    init(_ shop: LiveShop, _ http: HTTPClient) throws {
        let way = MerchantHTTP { request, base, deadline throws(MerchantFailure) in
            do throws(HTTPClientError) {
                var request = request
                request.fields["host"] = base.authority
                let answer = try await http.send(request, to: base, deadline: deadline)
                return MerchantResponse(status: answer.status, fields: answer.fields, body: answer.body)
            } catch {
                throw .unreachable(reason: error.description, mayHaveBeenSent: error.mayHaveBeenSent)
            }
        }
        client = MerchantClient(
            origin: shop.origin, http: way, keys: QuoteKeys(way), clock: { LiveBuyer.seconds })
        signer = try PaymentTokenSigner.simulated(at: Self.seconds)
    }

    static var seconds: Int64 { Int64(Date().timeIntervalSince1970) }

    /// A client as the demo has it, or one that insists on a certificate from `caFile`.
    static func http(caFile: String? = nil, isStrict: Bool = false) -> HTTPClient {
        var configuration = HTTPClientConfiguration()
        configuration.allowsLocalAddresses = true
        configuration.allowsPlainHTTP = !isStrict
        configuration.caFile = caFile
        return HTTPClient(configuration)
    }

    /// Opens a session, however often that takes.
    func open(_ variant: String, key: String) async throws -> CheckoutAnswer {
        guard let usd = Currency("usd") else { throw NoCurrency() }
        let order = CheckoutCreate(items: [OrderedVariant(id: variant, quantity: 1)], currency: usd)
        return try await untilAnswered { () throws(MerchantFailure) in
            try await client.create(order, idempotencyKey: key)
        }
    }

    /// The bytes that pay what was quoted, with a real token.
    func payment(for answer: CheckoutAnswer, card: String = "4242424242424242") throws -> [UInt8] {
        guard let quote = answer.quote, let handler = answer.session.handler else { throw NoCurrency() }
        let amount = quote.request.total.amount
        let credential = PaymentCredential(
            accountNumber: Secret(Array(card.utf8)), expirationDate: "301231",
            currencyCode: NumericCurrency.code(for: amount.currency), transactionAmount: amount.minorUnits,
            cardholderName: nil, deviceManufacturerIdentifier: "040010030273",
            cryptogram: RandomBytes.make(20), eciIndicator: nil)
        let token = try PaymentToken(
            sealing: credential, for: MerchantPaymentCertificate(der: handler.certificateDER),
            transactionID: RandomBytes.make(32), applicationData: quote.digest, signer: signer,
            at: Self.seconds)
        let contact = Contact(givenName: "Jane", familyName: "Doe", email: "jane@example.com")
        return CompleteRequest(contact: contact, token: token.json).encoded()
    }

    /// Sends the same bytes until the answer is definite.
    func pay(_ body: [UInt8], _ answer: CheckoutAnswer, key: String) async throws -> CheckoutAnswer {
        try await untilAnswered { () throws(MerchantFailure) in
            try await client.complete(body, of: answer.access, idempotencyKey: key)
        }
    }

    private func untilAnswered(
        _ body: () async throws(MerchantFailure) -> CheckoutAnswer
    ) async throws -> CheckoutAnswer {
        for _ in 0..<600 {
            do throws(MerchantFailure) { return try await body() } catch {
                if case .refused = error { throw error }
                if case .malformed = error { throw error }
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw NoAnswer()
    }

    private struct NoCurrency: Error {}
    private struct NoAnswer: Error {}
}
