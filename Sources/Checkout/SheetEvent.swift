/// What happens to a sheet.
package enum SheetEvent: Hashable, Sendable {
    // What the world says. Late answers are dropped.
    case claimAcknowledged
    case claimRefused(SheetCancelCause)
    /// A request out of a quote that this device fetched and verified.
    case answered(UpdateID, PaymentRequest)
    /// What stands beside the request in the same answer; comes before it.
    case merchantSaid(UpdateID, [SheetMessage])
    case updateFailed(UpdateID, SheetProblem)
    /// The time is now past `deadline`, or may be.
    case timePassed
    case walletChanged(WalletData)
    case passcodeAccepted
    case passcodeAbandoned
    case committed
    case commitRefused(SheetCancelCause)
    case commitFailed
    case completed(SheetCompletion)
    case sessionClosed(SheetClosing)
    /// The handoff ended elsewhere, or its sender asks for that.
    case ended(SheetCancelCause)

    // What the person does. What is not possible now is refused.
    case chooseMethod(String)
    case chooseAddress(String)
    case chooseContact(String)
    case chooseCard(String)
    case retry
    case acceptChanges
    case acceptObjections
    /// A request that no merchant signed may be paid.
    case acceptUnsigned
    /// Carries the terms that were on screen.
    case pay(SheetTerms)
    case decline
    case close

    /// Whether a person did it, who is told when it is not possible.
    package var isPersonal: Bool {
        switch self {
        case .chooseMethod, .chooseAddress, .chooseContact, .chooseCard, .retry, .acceptChanges,
            .acceptObjections, .acceptUnsigned, .pay, .decline, .close:
            true
        case .claimAcknowledged, .claimRefused, .answered, .merchantSaid, .updateFailed, .timePassed,
            .walletChanged,
            .passcodeAccepted, .passcodeAbandoned, .committed, .commitRefused, .commitFailed, .completed,
            .sessionClosed, .ended:
            false
        }
    }
}

/// What the sheet wants done. Answers come back as events.
package enum SheetEffect: Hashable, Sendable {
    /// Ask the merchant; an empty update only reads.
    case ask(UpdateID, SheetUpdate)
    /// The full contact, once, after the passcode.
    case askLast(UpdateID, SheetDetails)
    /// The answer is no longer wanted.
    case stopAsking(UpdateID)
    case askPasscode
    /// Payment token, journal, `authorizing` at the relay, in this order.
    case commit(SheetCommit)
    case complete(attempt: Int)
    /// Ask the merchant for the session, and say what it shows.
    case askMerchant(attempt: Int)
    /// Nothing more is paid here: have the merchant close the session and say whether something was, before
    /// anybody is told that the payment failed.
    case closeSession(SheetFailure)
    case release
    case decline
    case reportSuccess(OrderSummary)
    case reportFailure(SheetFailure)
}

/// What the merchant is told before the person pays: a method and the area of an address.
package struct SheetUpdate: Hashable, Sendable {
    package var methodID: String?
    package var area: PostalAddress?

    package init(methodID: String? = nil, area: PostalAddress? = nil) {
        self.methodID = methodID
        self.area = area
    }

    package var isEmpty: Bool { methodID == nil && area == nil }
}

/// What the merchant is told after the passcode: what this purchase needs, and no more (AP-6).
package struct SheetDetails: Hashable, Sendable {
    package var contact: Contact
    package var recipient: SavedAddress?
    package var methodID: String?
    /// The card's billing address, where the request asks for one.
    package var billing: PostalAddress?

    package init(
        contact: Contact, recipient: SavedAddress?, methodID: String?, billing: PostalAddress? = nil
    ) {
        self.contact = contact
        self.recipient = recipient
        self.methodID = methodID
        self.billing = billing
    }
}

/// A payment that the person agreed to.
package struct SheetCommit: Hashable, Sendable {
    package let terms: SheetTerms
    package let cardID: String
    /// 1 for the first; one more after each definite answer.
    package let attempt: Int
}

/// What is chosen on a sheet by an id.
package enum SheetChoice: String, CaseIterable, Hashable, Sendable {
    case method, address, contact, card
}

/// Why something the person did has no effect now.
package enum SheetRefusal: Error, Hashable {
    /// The sheet has ended.
    case ended
    /// A payment is under way.
    case paying
    /// "Pay" is off.
    case blocked(SheetBlocker)
    /// The terms that were agreed to are no longer those on the sheet.
    case termsChanged
    /// No such card, contact, address or method is offered here.
    case unknown(SheetChoice, String)
    /// Nothing to accept or to ask again.
    case nothingToDo
    /// What this method costs cannot be worked out without a merchant.
    case notPriceable(String)
}

/// Why "Pay" is off.
package enum SheetBlocker: Hashable, Sendable {
    case ended
    case paying
    case unsigned
    /// The total has parts that its currency does not have: nothing can be charged exactly.
    case inexactTotal
    case claimPending
    case updating
    /// No quote that this device fetched has verified yet.
    case quotePending
    /// The merchant has not confirmed the chosen method and address (checkout 59, 64).
    case notConfirmed
    case changesNotAccepted
    /// What Baton objects to needs a yes (checkout 31).
    case objectionsNotAccepted
    case noUsableCard
    case missing(ContactField)
    case noMethod
    /// The merchant will not take it as things stand, in its words.
    case refused(ForeignText)
}
