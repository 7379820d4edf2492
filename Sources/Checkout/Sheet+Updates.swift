/// Choosing, and asking the merchant what it costs.
extension Sheet {
    /// Takes what is first in the wallet, and keeps what was chosen and is still there.
    mutating func selectFromWallet(preferring kind: CardKind? = nil) {
        let cards = usableCards
        if !cards.contains(where: { $0.id == selection.cardID }) {
            selection.cardID = (cards.first { $0.kind == kind } ?? cards.first)?.id
        }
        if !wallet.contacts.contains(where: { $0.id == selection.contactID }) {
            selection.contactID = wallet.contacts.first?.id
        }
        if !wallet.addresses.contains(where: { $0.id == selection.addressID }) {
            selection.addressID = wallet.addresses.first?.id
        }
    }

    /// Asks for the present selection; an older question is given up.
    mutating func ask(at now: Duration, namingMethod: Bool = false) -> [SheetEffect] {
        let given = stopAsking()
        lastUpdate = UpdateID(lastUpdate.number + 1)
        phase = .updating(lastUpdate)
        deadline = now + .seconds(Self.answerSeconds)
        asked = selection
        problem = nil
        var update = SheetUpdate()
        if needs.hasAddress { update.area = selectedAddress?.address.shortened }
        if namingMethod || selection.methodID != request.selectedMethodID {
            update.methodID = selection.methodID
        }
        namesMethod = update.methodID != nil
        return given + [.ask(lastUpdate, update)]
    }

    private mutating func stopAsking() -> [SheetEffect] {
        guard let id = awaited else { return [] }
        deadline = nil
        return [.stopAsking(id)]
    }

    /// The question whose answer is wanted.
    package var awaited: UpdateID? {
        switch phase {
        case .updating(let id), .authorizing(.lastUpdate(let id)): id
        case .ready, .authorizing(.passcode), .authorizing(.committing), .authorizing(.completing),
            .authorizing(.inDoubt), .authorizing(.closing), .succeeded, .failed, .cancelled:
            nil
        }
    }

    mutating func answered(_ id: UpdateID, _ answer: PaymentRequest, at now: Duration) -> [SheetEffect] {
        guard id == awaited else { return [] }
        guard answer.isShowable, answer.currency == request.currency else {
            return updateFailed(id, .answerUnusable)
        }
        // The session may stand at a method that was chosen in an earlier look: ours is offered still.
        if case .updating = phase, !namesMethod, answer.selectedMethodID != selection.methodID,
            answer.shippingMethods.contains(where: { $0.id == selection.methodID })
        {
            return ask(at: now, namingMethod: true)
        }
        let before = request
        let expected = expectedTotal(of: answer)
        deadline = nil
        request = answer
        provenance = .fresh
        note(from: before, expected: expected)
        // What was accepted was accepted for that total.
        if before.total != answer.total { acceptedObjections = [] }
        selectFromWallet()
        followMethods(from: before)
        confirmed = selection
        if case .authorizing = phase { return lastAnswered() }
        phase = .ready
        return []
    }

    /// Counts with the answer that follows; a late one is dropped like its answer. Before the passcode the
    /// merchant misses what it was not told yet.
    mutating func merchantSaid(_ id: UpdateID, _ messages: [SheetMessage]) -> [SheetEffect] {
        guard id == awaited else { return [] }
        let hasToldAll = phase == .authorizing(.lastUpdate(id))
        self.messages = messages.filter { hasToldAll || $0.weight != .missing }
        return []
    }

    mutating func updateFailed(_ id: UpdateID, _ problem: SheetProblem) -> [SheetEffect] {
        guard id == awaited else { return [] }
        deadline = nil
        self.problem = problem
        agreed = nil
        phase = .ready
        return []
    }

    mutating func timePassed(at now: Duration) -> [SheetEffect] {
        guard let deadline, now >= deadline, let id = awaited else { return [] }
        return [.stopAsking(id)] + updateFailed(id, .merchantSlow)
    }

    mutating func walletChanged(_ wallet: WalletData, at now: Duration) -> [SheetEffect] {
        if case .authorizing = phase { return [] }
        let area = selectedAddress?.address.shortened
        self.wallet = wallet
        selectFromWallet()
        let isElsewhere = needs.hasAddress && selectedAddress?.address.shortened != area
        return isElsewhere && provenance.hasMerchant ? ask(at: now) : []
    }
}

extension PaymentRequest {
    var isShowable: Bool {
        do {
            try validate()
            return true
        } catch {
            // Which member is wrong matters to the maker of a request, not on an open sheet.
            return false
        }
    }
}

/// What the person chooses.
extension Sheet {
    mutating func chooseMethod(_ id: String, at now: Duration) throws(SheetRefusal) -> [SheetEffect] {
        try requireChoosing()
        guard request.shippingMethods.contains(where: { $0.id == id }) else {
            throw .unknown(.method, id)
        }
        guard selection.methodID != id else { return [] }
        guard !provenance.hasMerchant else {
            selection.methodID = id
            return ask(at: now)
        }
        let before = (selection.methodID, request.total)
        selection.methodID = id
        guard priceFromBasis() else {
            selection.methodID = before.0
            throw .notPriceable(id)
        }
        if request.total != before.1 { acceptedObjections = [] }
        return []
    }

    /// Prices the chosen method by the request's own numbers, each time from the request as it came, so that
    /// a choice taken back gives the first total again. False where that cannot be worked out.
    mutating func priceFromBasis() -> Bool {
        guard let basis, let id = selection.methodID else { return true }
        do throws(MethodChoiceError) {
            request = try basis.choosing(methodID: id)
            return true
        } catch {
            // The request stays as it is, and so does the choice; the caller says so.
            return false
        }
    }

    mutating func chooseAddress(_ id: String, at now: Duration) throws(SheetRefusal) -> [SheetEffect] {
        try requireChoosing()
        guard wallet.addresses.contains(where: { $0.id == id }) else {
            throw .unknown(.address, id)
        }
        guard selection.addressID != id else { return [] }
        selection.addressID = id
        return needs.hasAddress && provenance.hasMerchant ? ask(at: now) : []
    }

    mutating func chooseContact(_ id: String) throws(SheetRefusal) -> [SheetEffect] {
        try requireChoosing()
        guard wallet.contacts.contains(where: { $0.id == id }) else {
            throw .unknown(.contact, id)
        }
        selection.contactID = id
        return []
    }

    mutating func chooseCard(_ id: String) throws(SheetRefusal) -> [SheetEffect] {
        try requireChoosing()
        guard usableCards.contains(where: { $0.id == id }) else {
            throw .unknown(.card, id)
        }
        selection.cardID = id
        return []
    }

    mutating func retry(at now: Duration) throws(SheetRefusal) -> [SheetEffect] {
        try requireChoosing()
        guard phase == .ready, provenance.hasMerchant else { throw .nothingToDo }
        return ask(at: now)
    }

    mutating func acceptChanges() throws(SheetRefusal) -> [SheetEffect] {
        try requireChoosing()
        guard phase == .ready, !changes.isEmpty else { throw .nothingToDo }
        changes = []
        return []
    }

    mutating func acceptObjections() throws(SheetRefusal) -> [SheetEffect] {
        try requireChoosing()
        guard phase == .ready, !openObjections.isEmpty else { throw .nothingToDo }
        acceptedObjections = request.objections
        return []
    }

    mutating func acceptUnsigned() throws(SheetRefusal) -> [SheetEffect] {
        try requireChoosing()
        guard phase == .ready, provenance == .unsigned, !allowsUnsigned else { throw .nothingToDo }
        allowsUnsigned = true
        return []
    }

    private func requireChoosing() throws(SheetRefusal) {
        guard case .authorizing = phase else { return }
        throw .paying
    }
}
