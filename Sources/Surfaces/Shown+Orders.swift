package import Checkout

/// A handoff as `status` lists it.
package struct HandoffShown: Sendable, Equatable {
    package let id: String
    /// The protocol's name of the state.
    package let state: String
    package let merchant: ForeignText
    package let total: Amount?
    package let expiresIn: Duration?
    package let ending: Ending?

    package init(
        id: String, state: String, merchant: ForeignText, total: Amount?, expiresIn: Duration? = nil,
        ending: Ending? = nil
    ) {
        self.id = id
        self.state = state
        self.merchant = merchant
        self.total = total
        self.expiresIn = expiresIn
        self.ending = ending
    }
}

/// The end of a purchase, on either device.
package struct ResultShown: Sendable, Equatable {
    package let id: String
    package let merchant: ForeignText
    package let ending: Ending
    package let order: OrderShown?
    /// A payment that nobody has charged yet.
    package let payment: PaymentShown?

    package init(
        id: String, merchant: ForeignText, ending: Ending, order: OrderShown? = nil,
        payment: PaymentShown? = nil
    ) {
        self.id = id
        self.merchant = merchant
        self.ending = ending
        self.order = order
        self.payment = payment
    }
}

/// An order confirmation: what was ordered, when it comes, how to follow it, how it was paid (AP-13).
package struct OrderShown: Sendable, Equatable {
    package let number: ForeignText
    package let merchant: ForeignText
    package let origin: String
    package let total: Amount
    package let items: ForeignText?
    /// In the accepted form: "Visa 1234 (Baton Pay)".
    package let payment: String?
    package let link: ForeignText?
    package let arrival: CalendarDateRange?
    package let placed: CalendarDate?

    package init(
        number: ForeignText, merchant: ForeignText, origin: String, total: Amount, items: ForeignText? = nil,
        payment: String? = nil, link: ForeignText? = nil, arrival: CalendarDateRange? = nil,
        placed: CalendarDate? = nil
    ) {
        self.number = number
        self.merchant = merchant
        self.origin = origin
        self.total = total
        self.items = items
        self.payment = payment
        self.link = link
        self.arrival = arrival
        self.placed = placed
    }
}

/// A purchase that waits on the phone.
package struct PurchaseShown: Sendable, Equatable {
    package let id: String
    package let sender: ForeignText
    package let origin: String
    package let merchant: ForeignText
    package let total: Amount?
    package let isPending: Bool
    package let expiresIn: Duration

    package init(
        id: String, sender: ForeignText, origin: String, merchant: ForeignText, total: Amount?,
        isPending: Bool = false, expiresIn: Duration
    ) {
        self.id = id
        self.sender = sender
        self.origin = origin
        self.merchant = merchant
        self.total = total
        self.isPending = isPending
        self.expiresIn = expiresIn
    }
}
