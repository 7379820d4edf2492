import JSON

/// What a body of the Agentic Commerce Protocol is, told by its members.
package enum ACPBodyKind: String, CaseIterable, Sendable {
    case session
    case createRequest = "create_request"
    case updateRequest = "update_request"
    case completeRequest = "complete_request"
    case cancelRequest = "cancel_request"
    case retrieveRequest = "retrieve_request"
    case order
    case orderEvent = "order_event"
    case error
    case discovery
    case feed
    case products
    case delegatePayment = "delegate_payment"
    case authentication
    /// None of them.
    case other

    /// What it is to people, after "this is".
    package var words: String {
        switch self {
        case .session: "a checkout session"
        case .createRequest: "a request to open a session: the merchant has not priced it yet"
        case .updateRequest: "a request to change a session: it holds no price"
        case .completeRequest: "a request that pays a session: it holds no price"
        case .cancelRequest: "a request to end a session"
        case .retrieveRequest: "a request for a session: it holds no price"
        case .order: "an order: it is paid already"
        case .orderEvent: "an order event: its order is paid already"
        case .error: "an error of a merchant"
        case .discovery: "a merchant's discovery document"
        case .feed: "a product feed"
        case .products: "a list of products: nothing is chosen yet"
        case .delegatePayment: "part of a delegated payment, which Baton does not use"
        case .authentication: "part of an issuer's authentication, which Baton does not do"
        case .other: "no body of the protocol that is known here"
        }
    }

    /// The kind of an object that is not wrapped any more.
    init(of object: JSONObject) {
        func has(_ names: String...) -> Bool { names.allSatisfy { object[$0] != nil } }
        if let kind = Self.session(has) {
            self = kind
        } else if has("authentication_session_id") || has("fingerprint_completion") || has("outcome")
            || has("payment_method", "amount")
        {
            self = .authentication
        } else if has("payment_method") || has("id", "created") {
            self = .delegatePayment
        } else if has("type", "data") {
            self = .orderEvent
        } else if has("checkout_session_id") {
            self = .order
        } else if has("code", "message") {
            self = .error
        } else if has("api_base_url") || has("transports") {
            self = .discovery
        } else if has("products") {
            self = .products
        } else {
            self = has("target_country") ? .feed : .other
        }
    }

    private static func session(_ has: (String...) -> Bool) -> ACPBodyKind? {
        if has("status", "currency") || has("line_items", "totals", "id") && !has("checkout_session_id") {
            return .session
        }
        if has("payment_data") { return .completeRequest }
        if has("intent_trace") { return .cancelRequest }
        if has("line_items", "currency") || has("items", "currency") { return .createRequest }
        if has("selected_fulfillment_options") || has("fulfillment_details") || has("discounts") {
            return .updateRequest
        }
        return nil
    }
}
