import Checkout
import JSON
import Surfaces
import Terminal

/// What buying prints with `--json`.
extension JSONEvents {
    static func menu(_ menu: MenuShown) -> JSONObject {
        let items = menu.items.map { item -> JSONValue in
            var options = JSONObject()
            for (name, value) in item.options { options[name] = .string(value) }
            return [
                "id": .string(item.id), "title": text(item.title), "detail": text(item.detail),
                "price": amount(item.price), "options": .object(options),
                "available": .bool(item.isAvailable),
            ]
        }
        return event("menu", ["shop": .string(menu.origin), "items": .array(items)])
    }

    static func quoted(_ quote: QuoteShown) -> JSONObject {
        event("quoted", priced(quote))
    }

    /// The members of a priced purchase.
    static func priced(_ quote: QuoteShown) -> JSONObject {
        let request = quote.request
        return [
            "merchant": text(quote.merchant), "origin": .string(quote.origin),
            "lines": .array(request.lineItems.map(line)), "total": amount(request.total.amount),
            "pending": .bool(request.total.isPending),
            "totals_inconsistent": .bool(request.totalsAreInconsistent),
            "objections": .array(request.objections.map { .string($0.rawValue) }),
            "codes": .array(quote.codes.map { .object(code($0)) }),
            "methods": .array(
                request.shippingMethods.map { method($0, chosen: request.selectedMethodID) }),
            "expires_in_ms": milliseconds(quote.expiresIn),
        ]
    }

    static func method(_ method: ShippingMethod, chosen: String?) -> JSONValue {
        [
            "id": .string(method.id), "label": text(method.label), "amount": amount(method.amount),
            "detail": text(method.detail), "arrival": dates(method.arrival),
            "chosen": .bool(method.id == chosen),
        ]
    }

    static func handedOff(_ handoff: HandedOffShown) -> JSONObject {
        event(
            "handed-off",
            [
                "id": .string(handoff.id), "link": .string(handoff.link),
                "devices": .array(handoff.devices.map { text($0) }), "merchant": text(handoff.merchant),
                "expires_in_ms": milliseconds(handoff.expiresIn),
            ])
    }

    static func handoff(_ handoff: HandoffShown) -> JSONValue {
        [
            "id": .string(handoff.id), "state": .string(handoff.state), "merchant": text(handoff.merchant),
            "total": amount(handoff.total), "expires_in_ms": milliseconds(handoff.expiresIn),
            "outcome": text(handoff.ending?.name),
        ]
    }

    /// The last line of buying and paying: `outcome` in words, `status` as the program exits.
    static func result(_ result: ResultShown) -> JSONObject {
        var object = event(
            "result",
            [
                "id": .string(result.id), "outcome": .string(result.ending.name),
                "status": .integer(Int64(ExitStatus(of: result.ending).rawValue)),
                "merchant": text(result.merchant),
            ])
        if case .superseded(let by) = result.ending { object["superseded_by"] = text(by) }
        if case .paymentFailed(let reason) = result.ending { object["reason"] = text(reason) }
        if let payment = result.payment { object["payment"] = self.payment(payment) }
        if let order = result.order { object["order"] = self.order(order) }
        return object
    }

    static func order(_ order: OrderShown) -> JSONValue {
        [
            "number": text(order.number), "merchant": text(order.merchant), "origin": .string(order.origin),
            "total": amount(order.total), "items": text(order.items), "payment": text(order.payment),
            "link": text(order.link), "arrival": dates(order.arrival), "placed": text(order.placed?.text),
        ]
    }
}
