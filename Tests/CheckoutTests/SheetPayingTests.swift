import Testing

@testable import Checkout

@Suite struct SheetPayingTests {
    @Test func `design 5: passcode, last update, commit, acknowledgement, complete, in this order`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.pay()
        #expect(fixture.effects == [.askPasscode])
        try fixture.send(.passcodeAccepted)
        guard case .askLast = fixture.effects.first else {
            Issue.record("no last update")
            return
        }
        try fixture.answer(try Samples.request())
        let commit = SheetCommit(terms: fixture.sheet.terms, cardID: "c1", attempt: 1)
        #expect(fixture.effects == [.commit(commit)])
        try fixture.send(.committed)
        #expect(fixture.effects == [.complete(attempt: 1)])
        let order = try SheetFixture.order()
        try fixture.send(.completed(.ordered(order)))
        #expect(fixture.effects == [.reportSuccess(order)])
        #expect(fixture.sheet.phase == .succeeded(order))
    }

    @Test func `design 5: without the relay's acknowledgement nothing is charged`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.pay()
        try fixture.send(.passcodeAccepted)
        try fixture.answer(try Samples.request())
        var refused = fixture
        try refused.send(.commitRefused(.superseded))
        #expect(refused.sheet.phase == .cancelled(.superseded))
        #expect(refused.effects == [])
        try fixture.send(.commitFailed)
        #expect(fixture.effects == [.closeSession(.notAcknowledged)])
        try fixture.send(.sessionClosed(.nothingCharged))
        #expect(fixture.sheet.phase == .failed(.notAcknowledged))
        #expect(fixture.effects == [.reportFailure(.notAcknowledged)])
    }

    @Test func `checkout 65: exactly one end, whatever comes after it`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.payUntilCompleting()
        try fixture.send(.completed(.ordered(try SheetFixture.order())))
        let end = fixture.sheet
        for event: SheetEvent in [
            .completed(.declined(.other)), .completed(.unknown), .ended(.cancelled), .timePassed, .committed,
        ] {
            try fixture.send(event)
            #expect(fixture.sheet == end)
            #expect(fixture.effects == [])
        }
        #expect(throws: SheetRefusal.ended) { try fixture.send(.close) }
    }

    @Test func `checkout 61: after authorizing a cancel is a request and the true end is shown`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.payUntilCompleting()
        try fixture.send(.ended(.cancelled))
        #expect(fixture.sheet.isCancelRequested)
        #expect(fixture.sheet.phase == .authorizing(.completing))
        var charged = fixture
        try charged.send(.completed(.ordered(try SheetFixture.order())))
        #expect(charged.sheet.phase == .succeeded(try SheetFixture.order()))
        try fixture.send(.completed(.declined(.cardDeclined)))
        #expect(fixture.effects == [.closeSession(.declined(.cardDeclined))])
        try fixture.send(.sessionClosed(.nothingCharged))
        #expect(fixture.sheet.phase == .failed(.declined(.cardDeclined)))
        #expect(fixture.effects == [.reportFailure(.declined(.cardDeclined))])
    }

    @Test func `checkout 74: a cancel wins at once over an update under way`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.send(.chooseMethod("express"))
        let asked = try #require(fixture.sheet.awaited)
        try fixture.send(.close)
        #expect(fixture.effects == [.stopAsking(asked), .release])
        #expect(fixture.sheet.phase == .cancelled(.closed))
        try fixture.send(.answered(asked, try Samples.request()))
        #expect(fixture.sheet.phase == .cancelled(.closed))
    }

    @Test func `a declined card is no end: another card makes attempt 2`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.payUntilCompleting()
        try fixture.send(.completed(.declined(.cardDeclined)))
        #expect(fixture.sheet.problem == .declined(.cardDeclined))
        #expect(fixture.sheet.blocker == nil)
        try fixture.send(.chooseCard("c2"))
        try fixture.payUntilCompleting()
        #expect(fixture.sheet.attempt == 2)
        try fixture.send(.completed(.ordered(try SheetFixture.order())))
        #expect(fixture.sheet.phase.isEnd)
    }

    @Test func `leaving after an answered attempt is failure, told to the watch`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.payUntilCompleting()
        try fixture.send(.completed(.declined(.insufficientFunds)))
        try fixture.send(.close)
        #expect(fixture.effects == [.closeSession(.declined(.insufficientFunds))])
        try fixture.send(.sessionClosed(.nothingCharged))
        #expect(fixture.sheet.phase == .failed(.declined(.insufficientFunds)))
        #expect(fixture.effects == [.reportFailure(.declined(.insufficientFunds))])
    }

    @Test func `design 5: no failure is told before the merchant has closed the session`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.payUntilCompleting()
        try fixture.send(.completed(.declined(.cardDeclined)))
        try fixture.send(.decline)
        #expect(!fixture.sheet.phase.isEnd)
        #expect(throws: SheetRefusal.paying) { try fixture.send(.chooseCard("c2")) }
        var paid = fixture
        let order = try SheetFixture.order()
        try paid.send(.sessionClosed(.ordered(order)))
        #expect(paid.sheet.phase == .succeeded(order))
        #expect(paid.effects == [.reportSuccess(order)])
        try fixture.send(.sessionClosed(.unknown))
        #expect(fixture.sheet.phase == .authorizing(.inDoubt))
        #expect(fixture.effects == [])
    }

    @Test func `a restart after a decline goes on with attempt 2, and leaving is failure`() throws {
        var fixture = try SheetFixture.ready()
        fixture.sheet.goOn(after: .cardDeclined, attempts: 1)
        var left = fixture
        try fixture.payUntilCompleting()
        #expect(fixture.sheet.attempt == 2)
        try left.send(.close)
        #expect(left.effects == [.closeSession(.declined(.cardDeclined))])
    }

    @Test func `checkout 67, 68: without an answer the merchant is asked, and nobody is charged again`()
        throws
    {
        var fixture = try SheetFixture.ready()
        try fixture.payUntilCompleting()
        try fixture.send(.completed(.unknown))
        #expect(fixture.sheet.phase == .authorizing(.inDoubt))
        #expect(fixture.effects == [.askMerchant(attempt: 1)])
        #expect(throws: SheetRefusal.paying) { try fixture.pay() }
        try fixture.send(.completed(.unknown))
        #expect(fixture.effects == [])
        try fixture.send(.completed(.ordered(try SheetFixture.order())))
        #expect(fixture.sheet.phase == .succeeded(try SheetFixture.order()))
    }

    @Test func `a passcode not given returns to the sheet`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.pay()
        #expect(throws: SheetRefusal.paying) { try fixture.send(.chooseCard("c2")) }
        try fixture.send(.passcodeAbandoned)
        #expect(fixture.sheet.phase == .ready)
        #expect(fixture.sheet.blocker == nil)
    }

    @Test func `a merchant too slow for the last update leaves everything uncharged`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.pay()
        try fixture.send(.passcodeAccepted)
        fixture.now = .seconds(31)
        try fixture.send(.timePassed)
        #expect(fixture.sheet.phase == .ready)
        #expect(fixture.sheet.problem == .merchantSlow)
        #expect(fixture.sheet.attempt == 0)
    }

    @Test func `checkout 50: what the merchant refuses keeps Pay off, until it takes another address`() throws
    {
        var fixture = try SheetFixture.ready()
        let refusal = SheetMessage(.refusal, .postalAddress, "There is no state Kowloon.")
        try fixture.send(.chooseAddress("a2"))
        let id = try #require(fixture.sheet.awaited)
        try fixture.send(.merchantSaid(UpdateID(id.number - 1), []))
        try fixture.send(
            .merchantSaid(id, [refusal, SheetMessage(.missing, .email, "No e-mail address yet.")]))
        try fixture.answer(try Samples.request())
        #expect(fixture.sheet.messages == [refusal])
        #expect(fixture.sheet.blocker == .refused(refusal.text))
        try fixture.send(.chooseAddress("a1"))
        try fixture.send(.merchantSaid(try #require(fixture.sheet.awaited), []))
        try fixture.answer(try Samples.request())
        #expect(fixture.sheet.blocker == nil)
    }

    @Test func `checkout 50, 52: the last answer's refusal or lack returns the sheet and pays nothing`()
        throws
    {
        for weight in [SheetMessage.Weight.refusal, .missing] {
            var fixture = try SheetFixture.ready()
            try fixture.pay()
            try fixture.send(.passcodeAccepted)
            let message = SheetMessage(weight, .phone, "A phone number is needed.")
            try fixture.send(.merchantSaid(try #require(fixture.sheet.awaited), [message]))
            try fixture.answer(try Samples.request())
            #expect(fixture.effects == [] && fixture.sheet.phase == .ready)
            #expect(fixture.sheet.messages == [message])
        }
        var fixture = try SheetFixture.ready()
        try fixture.pay()
        try fixture.send(.passcodeAccepted)
        try fixture.send(
            .merchantSaid(try #require(fixture.sheet.awaited), [SheetMessage(.note, nil, "Thanks.")]))
        try fixture.answer(try Samples.request())
        #expect(fixture.sheet.phase == .authorizing(.committing))
    }

    @Test(arguments: [
        ("$.fulfillment_details.address.state", ContactField.postalAddress), ("$.buyer.email", .email),
        ("$.buyer.phone_number", .phone), ("$.fulfillment_address.postal_code", .postalAddress),
        ("$.buyer.first_name", .name), ("$.fulfillment_address", .postalAddress),
    ])
    func `checkout 50: a merchant's path names a field of the sheet`(path: String, field: ContactField) {
        #expect(ContactField(merchantPath: path) == field)
        #expect(ContactField(merchantPath: "$.line_items[0].quantity") == nil)
    }
}
