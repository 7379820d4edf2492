/// Which question to the merchant; answers to older ones are dropped (checkout 58, 59, 74).
package struct UpdateID: Hashable, Sendable, Comparable {
    package let number: Int

    package init(_ number: Int) { self.number = number }

    package static func < (left: UpdateID, right: UpdateID) -> Bool { left.number < right.number }
}

/// Where the sheet stands (design, section 8).
package enum SheetPhase: Hashable, Sendable {
    case ready
    case updating(UpdateID)
    case authorizing(SheetAuthorizing)
    case succeeded(OrderSummary)
    case failed(SheetFailure)
    case cancelled(SheetCancelCause)

    /// Whether nothing can change it any more: exactly one such phase is reached (checkout 65).
    package var isEnd: Bool {
        switch self {
        case .ready, .updating, .authorizing: false
        case .succeeded, .failed, .cancelled: true
        }
    }
}

/// The steps after "Pay", in their order (design, section 5).
package enum SheetAuthorizing: Hashable, Sendable {
    case passcode
    case lastUpdate(UpdateID)
    /// Payment token, journal, and the relay's acknowledgement: from here a cancel is a request.
    case committing
    case completing
    /// The merchant has not said; it is being asked.
    case inDoubt
    /// Nothing was charged as far as this phone knows; the merchant closes the session and says so.
    case closing(SheetFailure)

    /// Whether the person may still walk away.
    var isBeforeCommit: Bool {
        switch self {
        case .passcode, .lastUpdate: true
        case .committing, .completing, .inDoubt, .closing: false
        }
    }
}

/// Why a sheet closed without a payment; each cause has its own words and exit status (checkout 73).
package enum SheetCancelCause: String, CaseIterable, Hashable, Sendable {
    /// The person said no.
    case declined
    /// The person closed it; the purchase waits on.
    case closed
    /// The starting device took it back.
    case cancelled
    case superseded
    case expired
    /// Another phone has it.
    case takenElsewhere
    case unpaired
    /// The merchant no longer has the session, or has closed it.
    case merchantEnded
    /// It was already paid or is being paid.
    case alreadyPaid
}

/// Why a payment came to nothing, with nothing charged.
package enum SheetFailure: Hashable, Sendable {
    case declined(SheetDecline)
    /// The relay did not acknowledge, so nothing was sent to the merchant.
    case notAcknowledged
    /// The person gave up after an attempt that was answered.
    case abandoned
}

/// Why the merchant did not take this payment; another card may do.
package enum SheetDecline: String, CaseIterable, Hashable, Sendable {
    case cardDeclined
    case insufficientFunds
    case cardExpired
    case outOfStock
    /// The price or session changed after the last look; nothing was charged.
    case changed
    case other
}

/// What the merchant said to a payment.
package enum SheetCompletion: Hashable, Sendable {
    case ordered(OrderSummary)
    /// A definite no: nothing was charged.
    case declined(SheetDecline)
    /// No answer, a time-out, a server error, still in progress: it may have been charged.
    case unknown
}

/// What went wrong on the sheet, to be shown; none of it ends the sheet.
package enum SheetProblem: Hashable, Sendable {
    /// Thirty seconds without an answer (checkout 62, 64).
    case merchantSlow
    case merchantUnreachable
    /// The answer had no total, no quote, or one that does not verify (checkout 34).
    case answerUnusable
    /// The signature is not that of whom the request names.
    case notProven
    /// The merchant does not accept a part of the contact, in its words (checkout 50, 52).
    case contactRefused(ContactField?, ForeignText)
    case merchantRefused(ForeignText)
    case declined(SheetDecline)
}

/// An order as the confirmation and the outcome name it (AP-13).
package struct OrderSummary: Hashable, Sendable {
    package var number: ForeignText
    package var total: Amount
    /// Where the order can be followed.
    package var link: ForeignText?
    package var arrival: CalendarDateRange?

    package init(
        number: ForeignText, total: Amount, link: ForeignText? = nil, arrival: CalendarDateRange? = nil
    ) {
        self.number = number
        self.total = total
        self.link = link
        self.arrival = arrival
    }
}
