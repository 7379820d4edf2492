package import Checkout
package import HTTPMessages
import JSON

extension MerchantClient {
    /// Brings a payment to the address that a standing quote names: the same bytes under the same key in
    /// every repetition. An answer of 2xx says that it was taken; with an order where the merchant tells of
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
        do throws(JSONError) {
            let node = try JSONNode(parsing: response.body)
            return try node.optional("order").map { order throws(JSONError) in
                try MerchantOrder(from: order, MoneyReader(currency, nil))
            }
        } catch {
            // That it was taken is said by the status; an order that cannot be read is none.
            return nil
        }
    }
}
