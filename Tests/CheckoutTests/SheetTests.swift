import Testing

@testable import Checkout

@Suite struct SheetTests {
    @Test func `AP-2, AP-11: the sheet is drawn from the handoff and the wallet before any answer`() throws {
        let fixture = try SheetFixture()
        #expect(fixture.sheet.phase == .updating(UpdateID(1)))
        #expect(fixture.sheet.selectedCard?.id == "c1")
        #expect(fixture.sheet.selectedContact?.email == "ada@example.com")
        #expect(fixture.sheet.selectedMethod?.id == "standard")
        let area = PostalAddress(city: "Springfield", region: "CA", postalCode: "941", country: "US")
        #expect(fixture.effects == [.ask(UpdateID(1), SheetUpdate(methodID: nil, area: area))])
    }

    @Test func `design 7: pay is off until the claim is acknowledged and a fetched quote verified`() throws {
        var fixture = try SheetFixture()
        #expect(fixture.sheet.blocker == .claimPending)
        try fixture.send(.claimAcknowledged)
        #expect(fixture.sheet.blocker == .updating)
        try fixture.send(.updateFailed(UpdateID(1), .answerUnusable))
        #expect(fixture.sheet.blocker == .quotePending)
        #expect(throws: SheetRefusal.blocked(.quotePending)) { try fixture.pay() }
        try fixture.send(.retry)
        try fixture.answer(try Samples.request())
        #expect(fixture.sheet.blocker == nil)

        var other = try SheetFixture()
        try other.answer(try Samples.request())
        #expect(other.sheet.blocker == .claimPending)
    }

    @Test func `AP-11, checkout 26: a changed price is shown and accepted before it can be paid`() throws {
        var fixture = try SheetFixture()
        try fixture.send(.claimAcknowledged)
        try fixture.answer(try Samples.request(total: 1640))
        let change = SheetChange.total(from: try Samples.dollars(1540), to: try Samples.dollars(1640))
        #expect(fixture.sheet.changes == [change, .lines])
        #expect(throws: SheetRefusal.blocked(.changesNotAccepted)) { try fixture.pay() }
        try fixture.send(.acceptChanges)
        try fixture.pay()
        #expect(fixture.sheet.phase == .authorizing(.passcode))
    }

    @Test func `checkout 26: terms that changed at the last update return to the person uncharged`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.pay()
        try fixture.send(.passcodeAccepted)
        try fixture.answer(try Samples.request(total: 1700))
        #expect(fixture.sheet.phase == .ready)
        #expect(fixture.effects == [])
        #expect(fixture.sheet.blocker == .changesNotAccepted)
        #expect(fixture.sheet.attempt == 0)
    }

    @Test func `paying carries the terms that were on screen`() throws {
        var fixture = try SheetFixture.ready()
        let old = SheetTerms(try Samples.request(total: 1500))
        #expect(throws: SheetRefusal.termsChanged) { try fixture.send(.pay(old)) }
    }

    @Test func `a price that changed and changed back is no change`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.send(.retry)
        try fixture.answer(try Samples.request(total: 1700))
        try fixture.send(.retry)
        try fixture.answer(try Samples.request())
        #expect(!fixture.sheet.changes.contains { if case .total = $0 { true } else { false } })
    }

    @Test func `checkout 31: totals that do not add up need a yes of their own`() throws {
        var request = try Samples.request()
        request.object(.totalsDoNotAddUp)
        var fixture = try SheetFixture(request)
        try fixture.send(.claimAcknowledged)
        try fixture.answer(request)
        #expect(fixture.sheet.blocker == .objectionsNotAccepted)
        try fixture.send(.acceptObjections)
        #expect(fixture.sheet.blocker == nil)
    }

    @Test func `checkout 56: the chosen method comes first and stays chosen by id`() throws {
        var fixture = try SheetFixture(prefill: SheetPrefill(methodID: "express"))
        #expect(fixture.sheet.methods.map(\.id) == ["express", "standard"])
        guard case .ask(_, let update) = fixture.effects[0] else { return }
        #expect(update.methodID == "express")
        try fixture.answer(try Samples.request(total: 1940, method: "express"))
        #expect(fixture.sheet.selectedMethod?.id == "express")
    }

    @Test func `a method that the person chose changes the total without a further question`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.send(.chooseMethod("express"))
        #expect(fixture.sheet.blocker == .updating)
        try fixture.answer(try Samples.request(total: 1940, method: "express"))
        #expect(fixture.sheet.changes == [])
        #expect(fixture.sheet.blocker == nil)

        try fixture.send(.chooseMethod("standard"))
        try fixture.answer(try Samples.request(total: 1600))
        #expect(fixture.sheet.blocker == .changesNotAccepted)
    }

    @Test func `other goods for the same total are a change, and so is another payee beside a new method`()
        throws
    {
        var fixture = try SheetFixture()
        try fixture.send(.claimAcknowledged)
        var swapped = try Samples.request()
        swapped.lineItems[0].label = "Tea"
        try fixture.answer(swapped)
        #expect(fixture.sheet.changes == [.lines])
        #expect(fixture.sheet.blocker == .changesNotAccepted)

        var other = try SheetFixture.ready()
        try other.send(.chooseMethod("express"))
        var answer = try Samples.request(total: 1940, method: "express")
        answer.total.label = "Someone Else"
        try other.answer(answer)
        #expect(other.sheet.changes == [.payee(from: "Baton Coffee", to: "Someone Else")])
    }

    @Test func `checkout 58, 59, 74: answers to older questions are dropped`() throws {
        var fixture = try SheetFixture.ready()
        try fixture.send(.chooseMethod("express"))
        let first = try #require(fixture.sheet.awaited)
        try fixture.send(.chooseMethod("standard"))
        #expect(fixture.effects.first == .stopAsking(first))
        let before = fixture.sheet
        try fixture.send(.answered(first, try Samples.request(total: 1940, method: "express")))
        #expect(fixture.sheet == before)
        #expect(throws: SheetRefusal.blocked(.updating)) { try fixture.pay() }
    }

    @Test func `checkout 58: a method that is gone is shown as a change`() throws {
        var fixture = try SheetFixture.ready()
        var request = try Samples.request(total: 1940, method: "express")
        request.shippingMethods.removeFirst()
        try fixture.send(.retry)
        try fixture.answer(request)
        #expect(fixture.sheet.selectedMethod?.id == "express")
        #expect(fixture.sheet.changes.contains(.method(from: "Standard", to: "Express")))
        #expect(throws: SheetRefusal.unknown(.method, "standard")) {
            try fixture.send(.chooseMethod("standard"))
        }
    }

    @Test func `checkout 34: an answer that is no sheet is an error, not zero`() throws {
        var fixture = try SheetFixture.ready()
        var request = try Samples.request()
        request.total.amount = Amount(0, try #require(Currency("EUR")))
        try fixture.send(.chooseAddress("a2"))
        try fixture.answer(request)
        #expect(fixture.sheet.problem == .answerUnusable)
        #expect(fixture.sheet.terms.total == (try Samples.dollars(1540)))
        #expect(fixture.sheet.blocker == .notConfirmed)
    }

    @Test func `checkout 62, 64: after thirty seconds the old total stays and paying is off`() throws {
        var fixture = try SheetFixture.ready()
        fixture.now = .seconds(100)
        try fixture.send(.chooseAddress("a2"))
        let asked = try #require(fixture.sheet.awaited)
        fixture.now = .milliseconds(129_999)
        try fixture.send(.timePassed)
        #expect(fixture.sheet.awaited == asked)
        fixture.now = .seconds(130)
        try fixture.send(.timePassed)
        #expect(fixture.effects == [.stopAsking(asked)])
        #expect(fixture.sheet.problem == .merchantSlow)
        #expect(fixture.sheet.blocker == .notConfirmed)
        try fixture.send(.answered(asked, try Samples.request(total: 9999)))
        #expect(fixture.sheet.terms.total == (try Samples.dollars(1540)))
    }

    @Test func `AP-14: without a usable card there is nothing to pay with`() throws {
        var wallet = Samples.wallet
        wallet.cards = []
        var fixture = try SheetFixture(wallet: wallet)
        try fixture.send(.claimAcknowledged)
        try fixture.answer(try Samples.request())
        #expect(fixture.sheet.blocker == .noUsableCard)
        try fixture.send(.walletChanged(Samples.wallet))
        #expect(fixture.sheet.blocker == nil)
    }

    @Test func `an unsigned request contacts nobody and is paid only where that was allowed`() throws {
        let fixture = try SheetFixture(provenance: .unsigned)
        #expect(fixture.effects == [])
        #expect(fixture.sheet.blocker == .unsigned)
        var allowed = try SheetFixture(provenance: .unsigned, allowsUnsigned: true)
        try allowed.send(.claimAcknowledged)
        #expect(allowed.sheet.blocker == nil)
    }

    @Test func `checkout 59: a method that costs another price is said, and no longer when it is back`()
        throws
    {
        var fixture = try SheetFixture.ready()
        var request = try Samples.request()
        request.shippingMethods[0].amount = try Samples.dollars(600)
        try fixture.send(.retry)
        try fixture.answer(request)
        let label = request.shippingMethods[0].label
        #expect(
            fixture.sheet.changes == [
                .methodPrice(label, from: try Samples.dollars(500), to: try Samples.dollars(600))
            ])
        #expect(fixture.sheet.blocker == .changesNotAccepted)
        try fixture.send(.retry)
        try fixture.answer(try Samples.request())
        #expect(fixture.sheet.changes == [])
    }

    @Test func `AP-11: other terms of a later payment need a yes, though the total stays`() throws {
        let monthly = PaymentTiming.recurring(RecurringTerms(every: 1, .month))
        let line = LineItem("Club", try Samples.dollars(999), timing: monthly)
        var request = try Samples.request()
        request.agreement = .recurring(
            RecurringAgreement(
                AgreementText(description: "Club", managementURL: "https://a.example"), regular: line))
        var fixture = try SheetFixture.ready(request)
        var dearer = request
        var other = line
        other.amount = try Samples.dollars(1999)
        dearer.agreement = .recurring(
            RecurringAgreement(
                AgreementText(description: "Club", managementURL: "https://a.example"), regular: other))
        let seen = fixture.sheet.terms
        try fixture.send(.retry)
        try fixture.answer(dearer)
        #expect(fixture.sheet.changes == [.agreement])
        #expect(throws: SheetRefusal.blocked(.changesNotAccepted)) { try fixture.send(.pay(seen)) }
        try fixture.send(.acceptChanges)
        #expect(throws: SheetRefusal.termsChanged) { try fixture.send(.pay(seen)) }
        try fixture.pay()
    }

    @Test func `AP-6: a billing address leaves the wallet only where it is asked for`() throws {
        var wallet = Samples.wallet
        let home = PostalAddress(lines: ["1 Main Street"], city: "Springfield", country: "US")
        let card = wallet.cards[0]
        wallet.cards[0] = CardSummary(
            id: card.id, network: card.network, kind: card.kind, lastFour: card.lastFour,
            expiryYear: card.expiryYear, expiryMonth: card.expiryMonth, billingAddress: home)
        #expect(try SheetFixture(wallet: wallet).sheet.details.billing == nil)
        var request = try Samples.request()
        request.requiredBillingFields = [.postalAddress]
        #expect(try SheetFixture(request, wallet: wallet).sheet.details.billing == home)
    }

    @Test
    func `checkout 56: a session that stands at another method is asked for ours, which it still offers`()
        throws
    {
        var fixture = try SheetFixture()
        try fixture.send(.claimAcknowledged)
        try fixture.answer(try Samples.request(total: 1940, method: "express"))
        #expect(fixture.sheet.changes == [] && fixture.sheet.selectedMethod?.id == "standard")
        guard case .ask(_, let update)? = fixture.effects.last else {
            Issue.record("not asked again")
            return
        }
        #expect(update.methodID == "standard")
        try fixture.answer(try Samples.request())
        #expect(fixture.sheet.changes == [] && fixture.sheet.blocker == nil)
        // A merchant that does not listen has its way, and it is said.
        try fixture.send(.retry)
        try fixture.answer(try Samples.request(total: 1940, method: "express"))
        try fixture.answer(try Samples.request(total: 1940, method: "express"))
        #expect(fixture.sheet.selectedMethod?.id == "express" && !fixture.sheet.changes.isEmpty)
    }

    @Test func `a script agrees to nothing beyond the total unless it was told to`() throws {
        let line = LineItem(
            "Club", try Samples.dollars(99_900), timing: .recurring(RecurringTerms(every: 1, .month)))
        let text = AgreementText(description: "Club", managementURL: "https://a.example")
        let changes: [(inout PaymentRequest) throws -> Void] = [
            { $0.agreement = .recurring(RecurringAgreement(text, regular: line)) },
            { $0.preauthorization = try Samples.dollars(500_000) },
            { $0.lineItems[0].timing = .deferred(date: nil) },
        ]
        for change in changes {
            var request = try Samples.request()
            try change(&request)
            let sheet = try SheetFixture.ready(request).sheet
            func consent(_ accepts: Bool) -> ScriptConsent {
                ScriptConsent(sealedTotal: sheet.terms.total, expectedTotal: nil, acceptsChanges: accepts)
            }
            #expect(!consent(false).mayPay(sheet) && consent(true).mayPay(sheet))
        }
    }
}
