package import Checkout
package import HTTPMessages
import JSON

extension MerchantClient {
    /// Brings a payment to the address that a standing quote names: the same bytes under the same key in
    /// every repetition. Gives the order where the merchant tells of
    /// one in the currency of the quote.
    package func pay(
        _ body: [UInt8], at url: BaseURL, idempotencyKey: String, currency: Currency
    ) async throws(MerchantFailure) -> MerchantOrder? {
        let request = Request(
            method: .post, target: url.path.isEmpty ? "/" : url.path,
            fields: [
                "content-type": "application/json", "accept": "application/json",
                "idempotency-key": idempotencyKey, "api-version": CheckoutSession.apiVersion,
            ], body: body)
        let response = try await send(request, to: url)
        return try Self.taken(response, currency)
    }

    /// What an answer of 2xx says: an object without an error in it, and where it names a status, the one
    /// of a purchase that is done. A page of somebody on the way says nothing.
    static func taken(
        _ response: MerchantResponse, _ currency: Currency
    ) throws(MerchantFailure) -> MerchantOrder? {
        let (node, status, errors): (JSONNode, String?, [SessionMessage])
        do throws(JSONError) {
            node = try JSONNode(parsing: response.body)
            status = try node.present("status")?.string()
            errors = try node.elements("messages").map(SessionMessage.init(from:)).filter {
                $0.kind == .error
            }
        } catch {
            throw .malformed(error)
        }
        if let first = errors.first {
            throw .refused(MerchantProblem(response.status, code: first.code, message: first.text.raw))
        }
        guard status == nil || status == "completed" else { throw .unclear(response.status) }
        do throws(JSONError) {
            return try node.optional("order").map { order throws(JSONError) in
                try MerchantOrder(from: order, MoneyReader(currency, nil))
            }
        } catch {
            // That it was taken is said already; an order that cannot be read is none.
            return nil
        }
    }
}
