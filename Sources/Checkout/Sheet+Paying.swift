/// From "Pay" to the one end (design, section 5).
extension Sheet {
    /// Why "Pay" is off, the weightiest reason first; nil when it is on.
    package var blocker: SheetBlocker? {
        switch phase {
        case .succeeded, .failed, .cancelled: return .ended
        case .authorizing: return .paying
        case .ready, .updating: break
        }
        if provenance == .unsigned, !allowsUnsigned { return .unsigned }
        guard request.total.writtenAmount == nil else { return .inexactTotal }
        guard selectedCard != nil else { return .noUsableCard }
        if let field = missingField { return .missing(field) }
        if needs.hasMethods, selectedMethod == nil { return .noMethod }
        guard isClaimed else { return .claimPending }
        if provenance == .sealed { return phase == .ready ? .quotePending : .updating }
        guard phase == .ready else { return .updating }
        if provenance == .fresh, !isConfirmed { return .notConfirmed }
        if let refusal = messages.first(where: { $0.weight == .refusal }) { return .refused(refusal.text) }
        guard changes.isEmpty else { return .changesNotAccepted }
        return openObjections.isEmpty ? nil : .objectionsNotAccepted
    }

    /// The objections that need a yes before paying.
    package var openObjections: [RequestObjection] {
        request.objections.filter { !acceptedObjections.contains($0) }
    }

    /// Whether the merchant's last answer stands for what is chosen now.
    private var isConfirmed: Bool {
        guard let confirmed else { return false }
        let isSameMethod = confirmed.methodID == selection.methodID
        return isSameMethod && (!needs.hasAddress || confirmed.addressID == selection.addressID)
    }

    private var missingField: ContactField? {
        let contact = selectedContact ?? Contact()
        let wanted = needs.contactFields
        if wanted.contains(.email), contact.email.isEmpty { return .email }
        if wanted.contains(.phone), contact.phone.isEmpty { return .phone }
        if wanted.contains(.name), contact.name.isEmpty { return .name }
        return needs.hasAddress && selectedAddress == nil ? .postalAddress : nil
    }

    mutating func pay(_ seen: SheetTerms) throws(SheetRefusal) -> [SheetEffect] {
        if let blocker { throw blocker == .paying ? .paying : .blocked(blocker) }
        guard seen == terms else { throw .termsChanged }
        agreed = seen
        problem = nil
        phase = .authorizing(.passcode)
        return [.askPasscode]
    }

    mutating func passcodeAccepted(at now: Duration) -> [SheetEffect] {
        guard phase == .authorizing(.passcode) else { return [] }
        guard provenance.hasMerchant else { return commit() }
        lastUpdate = UpdateID(lastUpdate.number + 1)
        phase = .authorizing(.lastUpdate(lastUpdate))
        deadline = now + .seconds(Self.answerSeconds)
        asked = selection
        return [.askLast(lastUpdate, details)]
    }

    /// Only what the purchase needs leaves the wallet (AP-6).
    package var details: SheetDetails {
        let contact = selectedContact ?? Contact()
        let wanted = needs.contactFields
        let needed = Contact(
            givenName: wanted.contains(.name) ? contact.givenName : "",
            familyName: wanted.contains(.name) ? contact.familyName : "",
            email: wanted.contains(.email) ? contact.email : "",
            phone: wanted.contains(.phone) ? contact.phone : "")
        return SheetDetails(
            contact: needed, recipient: needs.hasAddress ? selectedAddress : nil,
            methodID: selection.methodID,
            billing: billingAddress)
    }

    /// The address that the merchant gets as the card's, where it asks for one: what the wallet says of the
    /// card, else the address that is chosen.
    package var billingAddress: PostalAddress? {
        guard needs.hasBilling else { return nil }
        return selectedCard?.billingAddress ?? selectedAddress?.address
    }

    mutating func passcodeAbandoned() -> [SheetEffect] {
        guard phase == .authorizing(.passcode) else { return [] }
        agreed = nil
        phase = .ready
        return []
    }

    /// The last answer came: exactly what was agreed to is paid, anything else returns to the person
    /// (checkout 26).
    mutating func lastAnswered() -> [SheetEffect] {
        phase = .ready
        // Nothing more will come: what is missing now stays missing.
        let isMissing = messages.contains { $0.weight == .missing }
        guard blocker == nil, !isMissing, agreed == terms else {
            agreed = nil
            return []
        }
        return commit()
    }

    private mutating func commit() -> [SheetEffect] {
        guard let agreed, let cardID = selectedCard?.id else {
            phase = .ready
            return []
        }
        attempt += 1
        phase = .authorizing(.committing)
        return [.commit(SheetCommit(terms: agreed, cardID: cardID, attempt: attempt))]
    }

    mutating func committed() -> [SheetEffect] {
        guard phase == .authorizing(.committing) else { return [] }
        isCommitted = true
        phase = .authorizing(.completing)
        return [.complete(attempt: attempt)]
    }

    /// The relay said no before anything was sent to the merchant.
    mutating func commitRefused(_ cause: SheetCancelCause) -> [SheetEffect] {
        guard phase == .authorizing(.committing) else { return [] }
        guard isCommitted else { return end(with: cause, telling: []) }
        return fail(lastDecline.map { .declined($0) } ?? .notAcknowledged)
    }

    /// The relay did not answer: no acknowledgement, no charge.
    mutating func commitFailed() -> [SheetEffect] {
        guard phase == .authorizing(.committing) else { return [] }
        return fail(.notAcknowledged)
    }

    mutating func completed(_ completion: SheetCompletion, at now: Duration) -> [SheetEffect] {
        guard phase == .authorizing(.completing) || phase == .authorizing(.inDoubt) else { return [] }
        switch completion {
        case .ordered(let order):
            phase = .succeeded(order)
            deadline = nil
            return [.reportSuccess(order)]
        case .declined(let reason):
            return declined(reason, at: now)
        case .unknown:
            let isFirst = phase == .authorizing(.completing)
            phase = .authorizing(.inDoubt)
            return isFirst ? [.askMerchant(attempt: attempt)] : []
        }
    }

    /// A definite no is not the end: another card may do, under the same claim. A cancel that was asked for
    /// meanwhile is now free to happen (checkout 61).
    private mutating func declined(_ reason: SheetDecline, at now: Duration) -> [SheetEffect] {
        lastDecline = reason
        agreed = nil
        guard !isCancelRequested else { return fail(.declined(reason)) }
        phase = .ready
        let effects = reason == .changed || reason == .outOfStock ? ask(at: now) : []
        problem = .declined(reason)
        return effects
    }

    /// The person leaves: at once while nothing is committed, else as a request (checkout 61, 74).
    mutating func leave(_ telling: SheetEffect) throws(SheetRefusal) -> [SheetEffect] {
        let cause: SheetCancelCause = telling == .decline ? .declined : .closed
        return stop(cause, telling: [telling])
    }

    /// The handoff ended elsewhere, or its sender asks for that.
    mutating func endedElsewhere(_ cause: SheetCancelCause) -> [SheetEffect] { stop(cause, telling: []) }

    private mutating func stop(_ cause: SheetCancelCause, telling: [SheetEffect]) -> [SheetEffect] {
        if case .authorizing(let step) = phase, !step.isBeforeCommit {
            isCancelRequested = true
            return []
        }
        guard isCommitted else { return end(with: cause, telling: isClaimed ? telling : []) }
        return fail(lastDecline.map { .declined($0) } ?? .abandoned)
    }

    mutating func end(with cause: SheetCancelCause, telling: [SheetEffect]) -> [SheetEffect] {
        let given = awaited.map { [SheetEffect.stopAsking($0)] } ?? []
        deadline = nil
        phase = .cancelled(cause)
        return given + telling
    }
}

/// What a script may pay without anybody looking (design, section 7).
package struct ScriptConsent: Hashable, Sendable {
    /// The total that was sealed in the handoff.
    package let sealedTotal: Amount
    /// `--expect-total`: this and no other.
    package let expectedTotal: Amount?
    /// `--accept-changes`.
    package let acceptsChanges: Bool

    package init(sealedTotal: Amount, expectedTotal: Amount?, acceptsChanges: Bool) {
        self.sealedTotal = sealedTotal
        self.expectedTotal = expectedTotal
        self.acceptsChanges = acceptsChanges
    }

    /// Whether the total on the sheet may be paid. What Baton objects to, pending totals (checkout 31), and
    /// what is agreed to beyond the total are never paid by a script unless it accepts changes.
    package func mayPay(_ sheet: Sheet) -> Bool {
        let request = sheet.request
        if !request.objections.isEmpty || request.total.isPending || request.bindsBeyondTotal {
            guard acceptsChanges else { return false }
        }
        if let expectedTotal { return sheet.terms.total == expectedTotal }
        return acceptsChanges || sheet.terms.total == sealedTotal
    }
}

extension PaymentRequest {
    /// Whether paying the total agrees to more than the total: later payments, or a larger hold.
    package var bindsBeyondTotal: Bool {
        let isLater = lineItems.contains { $0.timing != .immediate }
        let isHeld = preauthorization.map { $0.minorUnits > total.amount.minorUnits } ?? false
        return agreement != nil || isLater || isHeld
    }
}
