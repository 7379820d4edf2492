package import Checkout
package import JSON

/// An order event as it was received. Types and statuses that ACP does not name are kept (checkout 79).
package struct OrderEvent: Hashable, Sendable {
    /// `order_create`, `order_update`, or a word of the merchant's.
    package let type: String
    package let orderID: String
    package let sessionID: String
    package let status: String
    package let link: ForeignText?

    /// Whether ACP names the type.
    package var isKnownType: Bool { OrderEventType(rawValue: type) != nil }
    /// Whether ACP names the status.
    package var isKnownStatus: Bool { Self.statuses.contains(status) }

    /// Reads an event whose signature was checked before.
    package init(from node: JSONNode) throws(JSONError) {
        type = try node.member("type").string()
        let data = try node.member("data")
        sessionID = try data.member("checkout_session_id").string()
        orderID = try data.present("id")?.string() ?? ""
        status = try data.member("status").string()
        link = try data.text("permalink_url")
    }

    private static let statuses: Set<String> = [
        "created", "confirmed", "manual_review", "processing", "shipped", "completed", "canceled",
    ]
}
