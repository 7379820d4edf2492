import Checkout
package import JSON

extension MerchantOrder {
    /// The order as ACP's `Order`.
    package var json: JSONValue {
        var object: JSONObject = [
            "type": "order", "id": .string(id), "checkout_session_id": .string(sessionID),
            "order_number": .string(number), "permalink_url": .string(link?.raw ?? ""),
            "status": .string(status),
        ]
        if let arrival {
            object["estimated_delivery"] = [
                "earliest": .string(arrival.first.text + "T00:00:00Z"),
                "latest": .string(arrival.last.text + "T23:59:59Z"),
            ]
        }
        if let notes {
            object["confirmation"] = [
                "confirmation_number": .string(number), "order_notes": .string(notes.raw),
            ]
        }
        if !lines.isEmpty { object["line_items"] = .array(lines.map(\.json)) }
        if let fulfillment { object["fulfillments"] = [fulfillment.json(of: self)] }
        if let refund { object["adjustments"] = [refund.json] }
        var sums = totals.map(\.json)
        if sums.isEmpty, let total { sums = [SessionTotal(.total, "Total", total).json] }
        if let refund {
            sums.append(
                [
                    "type": .string(Self.refunded), "display_text": "Refunded",
                    "amount": .integer(refund.amount.minorUnits),
                ])
        }
        if !sums.isEmpty { object["totals"] = .array(sums) }
        return .object(object)
    }
}

extension OrderLine {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["id": .string(id), "title": .string(title.raw)]
        if !productID.isEmpty { object["product_id"] = .string(productID) }
        object["quantity"] = [
            "ordered": .integer(ordered), "current": .integer(current), "fulfilled": .integer(fulfilled),
        ]
        if let unitAmount { object["unit_price"] = .integer(unitAmount.minorUnits) }
        object["status"] = .string(status)
        return .object(object)
    }
}

extension OrderFulfillment {
    fileprivate func json(of order: MerchantOrder) -> JSONValue {
        // ACP has no kind of its own for what a shop brings itself.
        let type = kind == .localDelivery ? FulfillmentOption.Kind.shipping : kind
        var object: JSONObject = [
            "id": .string("ful_" + order.number), "type": .string(type.rawValue), "status": .string(status),
        ]
        object["line_items"] = .array(
            order.lines.map { ["id": .string($0.id), "quantity": .integer($0.ordered)] })
        object["events"] = .array(
            steps.enumerated().map { index, step in
                [
                    "id": .string("evt_\(order.number)_\(index + 1)"), "type": .string(step.status),
                    "occurred_at": .string(UTCTime.text(step.at)),
                ]
            })
        return .object(object)
    }
}

extension OrderRefund {
    fileprivate var json: JSONValue {
        [
            "id": "adj_1", "type": "refund", "occurred_at": .string(UTCTime.text(at)), "status": "completed",
            "amount": .integer(amount.minorUnits), "currency": .string(amount.currency.code.lowercased()),
            "description": "Order cancelled",
        ]
    }
}
