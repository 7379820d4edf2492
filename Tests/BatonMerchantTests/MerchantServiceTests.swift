import BatonMerchant
import Checkout
import Crypto
import Encodings
import Foundation
import HTTPMessages
import JSON
import Merchant
import Payments
import TestSupport
import Testing

/// Somebody else's server is a merchant in a page of code.
@Suite final class MerchantServiceTests {
    private let folder: TemporaryFolder
    private let server: TeaServer

    init() throws {
        folder = try TemporaryFolder()
        server = try TeaServer(origin: "https://tea.example", database: folder.file("tea.sqlite"))
    }

    private static var now: Int64 { Int64(Date().timeIntervalSince1970) }

    /// A device's way to the server, through nothing but the page's handler.
    private var client: MerchantClient {
        let server = server
        let http = MerchantHTTP { request, _, _ throws(MerchantFailure) in
            let reply = await server.handle(
                method: request.method.token, target: request.target,
                headers: request.fields.map { ($0.name, $0.value) }, body: request.body)
            var fields = Fields()
            for header in reply.headers { fields.append(header.name, header.value) }
            return MerchantResponse(status: Status(code: reply.status), fields: fields, body: reply.body)
        }
        let origin = BaseURL("https://tea.example")
        return MerchantClient(
            origin: origin ?? { preconditionFailure("no origin") }(), http: http, keys: QuoteKeys(http),
            clock: { Self.now })
    }

    private func payment(_ answer: CheckoutAnswer) throws -> [UInt8] {
        let quote = try #require(answer.quote)
        let handler = try #require(answer.session.handler)
        let credential = PaymentCredential(
            accountNumber: Secret(Array("4242424242424242".utf8)), expirationDate: "301231",
            currencyCode: "840", transactionAmount: quote.request.total.amount.minorUnits,
            cardholderName: nil, deviceManufacturerIdentifier: "040010030273", cryptogram: [1, 2],
            eciIndicator: nil)
        let token = try PaymentToken(
            sealing: credential, for: MerchantPaymentCertificate(der: handler.certificateDER),
            transactionID: RandomBytes.make(32), applicationData: quote.digest,
            signer: .simulated(at: Self.now), at: Self.now)
        let contact = Contact(givenName: "Ada", familyName: "Nord", email: "ada@example.com")
        return CompleteRequest(contact: contact, token: token.json).encoded()
    }

    @Test func `a voucher is priced with a code, paid, told and followed`() async throws {
        let usd = try #require(Currency("USD"))
        #expect(try await client.products().map(\.id) == ["sencha", "voucher"])
        let made = try await client.create(
            CheckoutCreate(
                items: [OrderedVariant(id: "voucher", quantity: 1)], currency: usd, codes: ["spring"]),
            idempotencyKey: "create")
        #expect(made.session.total?.minorUnits == 2250)
        let paid = try await client.complete(
            payment(made), of: made.access, idempotencyKey: "complete")
        let order = try #require(paid.session.order)
        try await server.merchant.advance(order: order.id, to: "delivered")
        await #expect(throws: MerchantServiceError.self) {
            try await server.merchant.advance(order: order.id, to: "shipped")
        }
        await #expect(throws: MerchantServiceError.self) {
            try await server.merchant.advance(order: "none", to: "delivered")
        }
        #expect(try await client.retrieve(made.access).session.order?.progress == "delivered")

        let secret = Array("a secret of some length".utf8)
        var heard: [String] = []
        try await server.tell(secret: secret, at: 1000) { body, signature in
            // Deaf once: the event comes again.
            heard.append((try? OrderEvent(from: JSONNode(parsing: body)).type) ?? "unreadable")
            return heard.count > 1 && signature.hasPrefix("t=1000,v1=")
        }
        #expect(heard == ["order_create"])
        try await server.tell(secret: secret, at: 1000) { body, signature in
            do throws(WebhookRefusal) {
                _ = try WebhookSignature.verify(signature, body: body, at: 1000, keys: [Secret(secret)])
            } catch {
                return false
            }
            // What cannot be read is no event.
            heard.append((try? OrderEvent(from: JSONNode(parsing: body)).type) ?? "unreadable")
            return true
        }
        #expect(heard == ["order_create", "order_create", "order_update"])
        try await server.merchant.tidy()
        await server.merchant.close()
    }

    @Test func `what cannot have come over HTTP is answered and changes nothing`() async throws {
        for (target, header, value) in [
            ("no slash", "a", "b"), ("/products", "a b", "c"), ("/products", "", "c"),
            ("/products", "a", "b\r\nc: d"), ("/prod\nucts", "a", "b"),
        ] {
            let reply = await server.handle(
                method: "GET", target: target, headers: [(header, value)], body: [])
            #expect(reply.status == 400, "\(target) \(header)")
        }
        let long = [UInt8](repeating: 0x20, count: MerchantRequest.bodyBytesMax + 1)
        #expect(await server.handle(method: "POST", target: "/", headers: [], body: long).status == 400)
        #expect(await server.handle(method: "GET", target: "/", headers: [], body: []).status == 404)
    }

    private struct Odd: MerchantAssortment {
        var facts = MerchantFacts(name: "Odd", country: "US", currency: "USD")
        var goods = [MerchantGoods(id: "a", title: "A", price: 1, ways: [.digital])]
        var deliveries = [MerchantDelivery(.digital, id: "d", title: "D", price: 0)]
    }

    private func fault(_ odd: Odd, origin: String = "https://odd.example") -> String {
        do throws(MerchantServiceError) {
            _ = try MerchantService(selling: odd, origin: origin, database: folder.file("odd.sqlite"))
            return "opened"
        } catch {
            return error.description
        }
    }

    @Test func `an assortment that contradicts itself is refused with the place`() {
        var odd = Odd()
        #expect(fault(odd) == "opened")
        #expect(fault(odd, origin: "odd").contains("odd is no base URL"))
        odd.facts.currency = "GOLD"
        #expect(fault(odd).contains("$.merchant.currency"))
        odd = Odd()
        odd.goods.append(odd.goods[0])
        #expect(fault(odd).contains("twice"))
        odd = Odd()
        odd.goods[0].price = -1
        #expect(fault(odd).contains("$.products[0].price"))
        odd = Odd()
        odd.deliveries.append(MerchantDelivery(.pickup, id: "p", title: "P", price: 0))
        #expect(fault(odd).contains("without a location"))
    }

    @Test func `the page in Protocol is the page that is compiled here`() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let page = try String(contentsOf: tests.appendingPathComponent("TeaHouse.swift"), encoding: .utf8)
        let document = try String(
            contentsOf: tests.deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("Protocol/merchant.md"), encoding: .utf8)
        let code = try #require(page.components(separatedBy: "// --------\n").last)
        #expect(document.contains("```swift\n\(code)```"))
        #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count < 60)
    }
}
