import Checkout
import JSON

/// How a shop's order comes along after it was paid: ACP's words for goods on their way, each possible only
/// where it makes sense.
package enum OrderStep: String, CaseIterable, Sendable {
    case processing, shipped
    case inTransit = "in_transit"
    case outForDelivery = "out_for_delivery"
    case readyForPickup = "ready_for_pickup"
    case delivered, canceled

    /// What an order of this kind goes through, in order; steps may be left out, never taken back.
    static func ladder(_ kind: FulfillmentOption.Kind) -> [OrderStep] {
        switch kind {
        case .shipping: [.processing, .shipped, .inTransit, .outForDelivery, .delivered]
        case .localDelivery: [.processing, .outForDelivery, .delivered]
        case .pickup: [.processing, .readyForPickup, .delivered]
        case .digital: [.processing, .delivered]
        }
    }

    /// ACP's word for the order as a whole.
    var orderStatus: String {
        switch self {
        case .processing, .readyForPickup: "processing"
        case .shipped, .inTransit, .outForDelivery: "shipped"
        case .delivered: "completed"
        case .canceled: "canceled"
        }
    }

    /// Whether the goods have left the shop's hands, or wait in the person's reach.
    var isHandedOver: Bool {
        switch self {
        case .shipped, .inTransit, .outForDelivery, .readyForPickup, .delivered: true
        case .processing, .canceled: false
        }
    }
}

/// Why an order does not take a step.
package struct OrderStepRefusal: Error, Hashable, Sendable {
    package let current: String
    /// Those that are possible now.
    package let possible: [OrderStep]
}

extension MerchantOrder {
    /// The steps that it can take now.
    package var nextSteps: [OrderStep] {
        guard let fulfillment else { return [] }
        let ladder = OrderStep.ladder(fulfillment.kind)
        guard let here = OrderStep(rawValue: fulfillment.status) else { return ladder + [.canceled] }
        guard let place = ladder.firstIndex(of: here) else { return [] }
        return Array(ladder[(place + 1)...]) + (here.isHandedOver ? [] : [.canceled])
    }

    /// Takes a step: the order's and the lines' status follow, and a cancelled order is given back in whole.
    package mutating func take(_ step: OrderStep, at seconds: Int64) throws(OrderStepRefusal) {
        let possible = nextSteps
        guard possible.contains(step) else {
            throw OrderStepRefusal(current: fulfillment?.status ?? status, possible: possible)
        }
        status = step.orderStatus
        fulfillment?.status = step.rawValue
        fulfillment?.steps.append(OrderFulfillment.Step(status: step.rawValue, at: seconds))
        for index in lines.indices {
            if step == .canceled { lines[index].current = 0 }
            if step.isHandedOver { lines[index].fulfilled = lines[index].current }
        }
        if step == .canceled, let total { refund = OrderRefund(amount: total, at: seconds) }
    }

    /// The event that tells of it (Protocol/merchant.md, products and orders).
    package func event(_ type: OrderEventType) -> [UInt8] {
        let event: JSONValue = ["type": .string(type.rawValue), "data": json]
        return event.encoded()
    }
}

/// ACP's two order events.
package enum OrderEventType: String, CaseIterable, Sendable {
    case create = "order_create"
    case update = "order_update"
}
