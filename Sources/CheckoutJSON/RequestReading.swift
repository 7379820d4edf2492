/// From whom a payment request comes, and how strictly it is read.
package enum RequestReading: Sendable {
    /// Out of a merchant's quote: what Baton objects to is refused at the edge, all but lines that do not add
    /// up (checkout 17, 29, 35); a network or capability of a later version is passed over.
    case merchant
    /// Made for a real integration and handed over by a person: only what a browser refuses is refused.
    case handedOver
}
