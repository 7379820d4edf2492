package import Checkout
package import JSON

/// What a check of a payment request found.
package struct RequestCheck: Sendable {
    /// Nil where a browser would refuse it.
    package let request: PaymentRequest?
    /// As it was read, with unknown members: this is what is handed over. Nil where it is no JSON.
    package let tree: JSONValue?
    /// All of them, in document order.
    package let faults: [RequestFault]

    /// Whether a browser would take it.
    package var isAcceptable: Bool { request != nil }
}
