package import Checkout

/// One way to get the goods, as a session offers it.
package struct FulfillmentOption: Hashable, Sendable {
    /// ACP's kinds.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case shipping, digital, pickup
        case localDelivery = "local_delivery"
    }

    package var kind: Kind
    package var id: String
    package var title: ForeignText
    package var detail: ForeignText?
    package var amount: Amount
    /// First and last day of arrival, in UTC.
    package var arrival: CalendarDateRange?
    /// Where a pickup is.
    package var place: PostalAddress?
    package var placeName: ForeignText?

    /// An option without a place.
    package init(
        _ kind: Kind, id: String, title: ForeignText, detail: ForeignText? = nil, amount: Amount,
        arrival: CalendarDateRange? = nil
    ) {
        self.kind = kind
        self.id = id
        self.title = title
        self.detail = detail
        self.amount = amount
        self.arrival = arrival
    }
}
