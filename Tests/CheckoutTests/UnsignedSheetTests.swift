import Testing

@testable import Checkout

/// Sheets with no merchant behind them: priced by the request's own numbers, paid only after a yes.
@Suite struct UnsignedSheetTests {
    private func sheet(
        _ change: (inout PaymentRequest) throws -> Void = { _ in }, allowsUnsigned: Bool = true
    ) throws -> SheetFixture {
        var request = try Samples.request()
        try change(&request)
        var fixture = try SheetFixture(request, provenance: .unsigned, allowsUnsigned: allowsUnsigned)
        #expect(fixture.effects == [])
        try fixture.send(.claimAcknowledged)
        return fixture
    }

    @Test func `issue 3: another method moves total and shipping line by its own numbers, and back`() throws {
        var fixture = try sheet()
        let first = fixture.sheet.terms
        try fixture.send(.chooseMethod("express"))
        #expect(fixture.effects == [])
        #expect(fixture.sheet.request.total.amount.minorUnits == 1940)
        #expect(fixture.sheet.request.lineItems.map(\.amount.minorUnits) == [1140, -100, 900])
        #expect(fixture.sheet.request.linesAddUp)
        #expect(fixture.sheet.changes == [] && fixture.sheet.blocker == nil)
        #expect(throws: SheetRefusal.termsChanged) { try fixture.send(.pay(first)) }
        try fixture.send(.chooseMethod("standard"))
        #expect(fixture.sheet.terms == first)
    }

    @Test func `issue 3: the request's own line is found by the method's label, or by a word for shipping`()
        throws
    {
        var request = try Samples.request()
        request.lineItems[2].label = "Standard"
        #expect(try request.choosing(methodID: "express").lineItems[2].label == "Express")
        // A coffee of the same price is no shipping.
        request.lineItems = [
            LineItem("Coffee", try Samples.dollars(500)), LineItem("Tea", try Samples.dollars(1040)),
        ]
        let chosen = try request.choosing(methodID: "express")
        #expect(chosen.lineItems.map(\.label.raw) == ["Coffee", "Tea", "Standard → Express"])
        #expect(chosen.lineItems.map(\.amount.minorUnits) == [500, 1040, 400] && chosen.linesAddUp)
        request.lineItems = []
        #expect(try request.choosing(methodID: "express").lineItems == [])
    }

    @Test func `checkout 29: a method that cannot be priced exactly is refused and nothing moves`() throws {
        var fixture = try sheet { $0.shippingMethods[1].writtenAmount = "9.005" }
        let before = fixture.sheet
        #expect(throws: SheetRefusal.notPriceable("express")) { try fixture.send(.chooseMethod("express")) }
        #expect(fixture.sheet == before)
        // Nor does a total fall below nothing.
        var cheap = try sheet {
            $0.total.amount = try Samples.dollars(100)
            $0.selectedMethodID = "express"
        }
        #expect(throws: SheetRefusal.notPriceable("standard")) { try cheap.send(.chooseMethod("standard")) }
    }

    @Test func `checkout 29: a total that is no exact sum opens, and is never paid`() throws {
        var fixture = try sheet {
            $0.total.writtenAmount = "9.9975"
            $0.total.amount = try Samples.dollars(0)
            $0.object(.excessDigits)
        }
        #expect(fixture.sheet.blocker == .inexactTotal)
        try fixture.send(.acceptObjections)
        #expect(fixture.sheet.blocker == .inexactTotal)
        #expect(throws: SheetRefusal.blocked(.inexactTotal)) { try fixture.pay() }
    }

    @Test func `design 7: what nobody signed is paid only after a yes to that`() throws {
        var fixture = try sheet(allowsUnsigned: false)
        #expect(fixture.sheet.blocker == .unsigned)
        try fixture.send(.acceptUnsigned)
        #expect(fixture.sheet.blocker == nil)
        #expect(throws: SheetRefusal.nothingToDo) { try fixture.send(.acceptUnsigned) }
        try fixture.pay()
        try fixture.send(.passcodeAccepted)
        #expect(fixture.sheet.phase == .authorizing(.committing))
    }

    @Test func `issue 3: each objection needs the same yes, which holds for that total only`() throws {
        for objection in RequestObjection.allCases {
            var fixture = try sheet { $0.object(objection) }
            #expect(fixture.sheet.blocker == .objectionsNotAccepted)
            #expect(throws: SheetRefusal.blocked(.objectionsNotAccepted)) { try fixture.pay() }
            try fixture.send(.acceptObjections)
            #expect(fixture.sheet.blocker == nil)
            try fixture.send(.chooseMethod("express"))
            #expect(fixture.sheet.blocker == .objectionsNotAccepted)
            #expect(
                !ScriptConsent(
                    sealedTotal: fixture.sheet.terms.total, expectedTotal: nil, acceptsChanges: false
                ).mayPay(fixture.sheet))
        }
    }

    @Test func `a proposed method that cannot be priced is not taken up`() throws {
        var request = try Samples.request()
        request.shippingMethods[1].writtenAmount = "9.005"
        let fixture = try SheetFixture(
            request, provenance: .unsigned, prefill: SheetPrefill(methodID: "express"), allowsUnsigned: true)
        #expect(fixture.sheet.selection.methodID == "standard")
        let priced = try SheetFixture(
            try Samples.request(), provenance: .unsigned, prefill: SheetPrefill(methodID: "express"))
        #expect(priced.sheet.request.total.amount.minorUnits == 1940)
    }
}

/// Any bag, any choices, in currencies of 0, 2 and 3 decimals.
@Suite struct SheetPropertyTests {
    /// A small generator, so that a failing seed says which purchase it was.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 16 ^ state << 32
        }
    }

    private func request(_ code: String, _ random: inout Seeded) throws -> PaymentRequest {
        let currency = try #require(Currency(code))
        func amount(_ range: ClosedRange<Int64>) -> Amount {
            Amount(.random(in: range, using: &random), currency)
        }
        let methods = (0..<Int.random(in: 1...4, using: &random)).map { index in
            ShippingMethod(id: "m\(index)", label: ForeignText("Way \(index)"), amount: amount(0...2000))
        }
        var lines = (0..<Int.random(in: 1...8, using: &random)).map { index in
            LineItem(ForeignText("Thing \(index)"), amount(1...90_000))
        }
        if Bool.random(using: &random) {
            lines.append(LineItem("CODE", try amount(0...lines[0].amount.minorUnits).negated()))
        }
        switch Int.random(in: 0...2, using: &random) {
        case 0: lines.append(LineItem("Way 0", methods[0].amount))
        case 1: lines.append(LineItem("Shipping", methods[0].amount))
        default: break
        }
        var total = Amount.zero(currency)
        for line in lines { total = try total.adding(line.amount) }
        var request = PaymentRequest(
            countryCode: "US", currency: currency, supportedNetworks: [.visa, .masterCard], lineItems: lines,
            total: LineItem("Shop", total))
        request.shippingMethods = methods
        request.selectedMethodID = "m0"
        return request
    }

    @Test(arguments: ["JPY", "USD", "EUR", "KWD"])
    func `issue 3: lines add up, and what was shown at consent is what is committed`(code: String) throws {
        for seed in 0..<300 {
            var random = Seeded(state: UInt64(seed))
            let request = try request(code, &random)
            var fixture = try SheetFixture(request, provenance: .unsigned, allowsUnsigned: true)
            try fixture.send(.claimAcknowledged)
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let id = try #require(request.shippingMethods.randomElement(using: &random)).id
                let before = fixture.sheet
                do {
                    try fixture.send(.chooseMethod(id))
                } catch {
                    // Only a total below nothing may refuse, and nothing moves then.
                    #expect(fixture.sheet == before, "\(code) \(seed)")
                    continue
                }
                let sheet = fixture.sheet
                #expect(sheet.request.linesAddUp, "\(code) \(seed)")
                let price = try #require(sheet.selectedMethod).amount
                let difference = try price.subtracting(request.shippingMethods[0].amount)
                #expect(try sheet.terms.total == request.total.amount.adding(difference), "\(code) \(seed)")
                #expect(sheet.request.lineItems.count <= request.lineItems.count + 1)
            }
            let shown = fixture.sheet.terms
            try fixture.pay()
            try fixture.send(.passcodeAccepted)
            guard case .commit(let commit)? = fixture.effects.first else {
                Issue.record("\(code) \(seed): nothing is committed")
                continue
            }
            #expect(commit.terms == shown, "\(code) \(seed)")
            let written = try #require(DecimalText(commit.terms.total.decimalText)).amount(
                in: shown.total.currency)
            #expect(written == shown.total)
        }
    }

    @Test(arguments: ["JPY", "USD", "KWD"])
    func `checkout 26, 59: with a merchant behind, only the confirmed answer is committed`(
        code: String
    ) throws {
        for seed in 0..<200 {
            var random = Seeded(state: UInt64(seed) &* 977)
            let request = try request(code, &random)
            var fixture = try SheetFixture(request)
            try fixture.send(.claimAcknowledged)
            try fixture.answer(request)
            var last = request
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let id = try #require(request.shippingMethods.randomElement(using: &random)).id
                try fixture.send(.chooseMethod(id))
                guard fixture.sheet.awaited != nil else { continue }
                #expect(fixture.sheet.blocker == .updating)
                var answer = last
                answer.selectedMethodID = id
                if Bool.random(using: &random) {
                    answer.total.amount = try answer.total.amount.adding(
                        Amount(.random(in: 0...50, using: &random), request.currency))
                }
                try fixture.answer(answer)
                last = answer
            }
            if !fixture.sheet.changes.isEmpty {
                #expect(throws: SheetRefusal.self) { try fixture.pay() }
                try fixture.send(.acceptChanges)
            }
            let shown = fixture.sheet.terms
            try fixture.pay()
            try fixture.send(.passcodeAccepted)
            var end = last
            let moves = Bool.random(using: &random)
            if moves { end.total.amount = try end.total.amount.adding(Amount(1, request.currency)) }
            try fixture.answer(end)
            if moves {
                #expect(fixture.sheet.phase == .ready && !fixture.sheet.changes.isEmpty, "\(code) \(seed)")
            } else {
                guard case .commit(let commit)? = fixture.effects.first else {
                    Issue.record("\(code) \(seed): nothing is committed")
                    continue
                }
                #expect(commit.terms == shown && shown.total == last.total.amount, "\(code) \(seed)")
            }
        }
    }
}
