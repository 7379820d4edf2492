import Checkout
import Crypto
import HTTPMessages
import JSON

/// How an order is coming along: the whole of it for who holds the session's bearer, and a page without
/// names, goods or sums for a person who opens the order's link (AP-13).
extension Shop {
    func order(_ request: Request, _ id: String) async throws(ShopRefusal) -> ShopAnswer {
        let found = try await run(ShopScope(orderID: id)) { $0.order }
        guard let found else { throw .notFound }
        guard let authorization = request.fields["authorization"] else { return page(of: found.order) }
        guard constantTimeEquals(Array(authorization.utf8), Array("Bearer \(found.bearer)".utf8)) else {
            throw .notFound
        }
        return ShopAnswer(.ok, found.order.json)
    }

    /// Takes an order a step on and tells it; the order as it is then, nil where there is none.
    package func advance(
        _ id: String, to step: OrderStep
    ) async throws(ShopStoreFailure) -> Result<MerchantOrder, OrderStepRefusal>? {
        let now = clock()
        return try await store.update(ShopScope(orderID: id)) { slice in
            guard var order = slice.order?.order else { return nil }
            do throws(OrderStepRefusal) { try order.take(step, at: now) } catch { return .failure(error) }
            slice.order?.order = order
            slice.event = order.event(.update)
            return .success(order)
        }
    }

    /// The order's id is as good as a key to this page: 96 random bits.
    private func page(of order: MerchantOrder) -> ShopAnswer {
        let title = "Order \(order.number) at \(catalog.name.text)"
        var lines = ["Status: \(order.progress.replacing("_", with: " "))"]
        if let arrival = order.arrival {
            let days =
                arrival.first == arrival.last
                ? "on \(arrival.first.text)" : "between \(arrival.first.text) and \(arrival.last.text)"
            lines.append("Expected \(days)")
        }
        return html(title: title, lines.map { "<p>\(Self.escaped($0))</p>" }.joined(separator: "\n"))
    }

    /// A page for people; `body` is HTML.
    func html(title: String, _ body: String) -> ShopAnswer {
        let page = """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>\(Self.escaped(title))</title>
            <h1>\(Self.escaped(title))</h1>
            \(body)
            </html>

            """
        var answer = ShopAnswer(.ok, bytes: Array(page.utf8))
        answer.contentType = "text/html; charset=utf-8"
        return answer
    }

    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
    }
}
