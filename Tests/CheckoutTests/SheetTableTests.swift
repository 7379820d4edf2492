import Testing

@testable import Checkout

/// Every phase × every kind of event (house rule T2).
@Suite struct SheetTableTests {
    /// What an event does in a phase.
    private enum Effect: Character {
        /// The sheet stays as it is, nothing is done.
        case dropped = "."
        /// The person is told that it is not possible now.
        case refused = "x"
        /// The value changes.
        case changed = "c"
        /// The sheet ends.
        case ended = "e"
    }

    private static func sheets() throws -> [(name: String, sheet: SheetFixture)] {
        var sealed = try SheetFixture()
        sealed.now = .seconds(1)
        let ready = try SheetFixture.ready()
        var updating = ready
        try updating.send(.chooseMethod("express"))
        var passcode = ready
        try passcode.pay()
        var last = passcode
        try last.send(.passcodeAccepted)
        var committing = last
        try committing.answer(try Samples.request())
        var completing = committing
        try completing.send(.committed)
        var inDoubt = completing
        try inDoubt.send(.completed(.unknown))
        var declined = completing
        try declined.send(.completed(.declined(.cardDeclined)))
        var succeeded = completing
        try succeeded.send(.completed(.ordered(try SheetFixture.order())))
        var closing = declined
        try closing.send(.close)
        var failed = closing
        try failed.send(.sessionClosed(.nothingCharged))
        var cancelled = ready
        try cancelled.send(.close)
        return [
            ("sealed", sealed), ("ready", ready), ("updating", updating), ("passcode", passcode),
            ("lastUpdate", last), ("committing", committing), ("completing", completing),
            ("inDoubt", inDoubt), ("declined", declined), ("closing", closing), ("succeeded", succeeded),
            ("failed", failed),
            ("cancelled", cancelled),
        ]
    }

    private static func events(_ sheet: Sheet) throws -> [(name: String, event: SheetEvent)] {
        var wallet = Samples.wallet
        wallet.contacts = []
        let id = sheet.awaited ?? sheet.lastUpdate
        return [
            ("claimAcknowledged", .claimAcknowledged), ("claimRefused", .claimRefused(.takenElsewhere)),
            ("answered", .answered(id, try Samples.request(total: 1700))),
            ("merchantSaid", .merchantSaid(id, [SheetMessage(.note, nil, "Sold by weight")])),
            ("updateFailed", .updateFailed(id, .merchantUnreachable)), ("timePassed", .timePassed),
            ("walletChanged", .walletChanged(wallet)), ("passcodeAccepted", .passcodeAccepted),
            ("passcodeAbandoned", .passcodeAbandoned), ("committed", .committed),
            ("commitRefused", .commitRefused(.expired)), ("commitFailed", .commitFailed),
            ("ordered", .completed(.ordered(try SheetFixture.order()))),
            ("declined", .completed(.declined(.cardDeclined))), ("unknown", .completed(.unknown)),
            ("closed", .sessionClosed(.nothingCharged)),
            ("closedPaid", .sessionClosed(.ordered(try SheetFixture.order()))),
            ("closedUnknown", .sessionClosed(.unknown)),
            ("ended", .ended(.superseded)), ("chooseMethod", .chooseMethod("standard")),
            ("chooseAddress", .chooseAddress("a2")), ("chooseContact", .chooseContact("p1")),
            ("chooseCard", .chooseCard("c2")), ("retry", .retry), ("acceptChanges", .acceptChanges),
            ("acceptObjections", .acceptObjections), ("acceptUnsigned", .acceptUnsigned),
            ("pay", .pay(sheet.terms)), ("decline", .decline), ("close", .close),
        ]
    }

    /// Columns in the order of `sheets()`: sealed ready updating passcode lastUpdate committing completing
    /// inDoubt declined closing succeeded failed cancelled.
    private static let table: [(event: String, row: String)] = [
        ("claimAcknowledged", "c............"), ("claimRefused", "e............"),
        ("answered", "c.c.c........"),
        ("merchantSaid", "c.c.c........"), ("updateFailed", "c.c.c........"), ("timePassed", "c.c.c........"),
        ("walletChanged", "ccc.....c...."),
        ("passcodeAccepted", "...c........."), ("passcodeAbandoned", "...c........."),
        ("committed", ".....c......."), ("commitRefused", ".....e......."), ("commitFailed", ".....c......."),
        ("ordered", "......ee....."), ("declined", "......cc....."), ("unknown", "......c......"),
        ("closed", ".........e..."), ("closedPaid", ".........e..."), ("closedUnknown", ".........c..."),
        ("ended", "eeeeeccccc..."), ("chooseMethod", "..cxxxxx.xxxx"), ("chooseAddress", "cccxxxxxcxxxx"),
        ("chooseContact", "...xxxxx.xxxx"), ("chooseCard", "cccxxxxxcxxxx"), ("retry", "xcxxxxxxcxxxx"),
        ("acceptChanges", "xxxxxxxxxxxxx"), ("acceptObjections", "xxxxxxxxxxxxx"),
        ("acceptUnsigned", "xxxxxxxxxxxxx"), ("pay", "xcxxxxxxcxxxx"),
        ("decline", "eeeeecccccxxx"), ("close", "eeeeecccccxxx"),
    ]

    @Test func `T2: every phase takes, drops or refuses every event as the table says`() throws {
        let sheets = try Self.sheets()
        for (column, (phase, fixture)) in sheets.enumerated() {
            let events = try Self.events(fixture.sheet)
            #expect(events.map(\.name) == Self.table.map(\.event))
            for (index, (name, event)) in events.enumerated() {
                let expected = Array(Self.table[index].row)[column]
                let got = try outcome(of: event, on: fixture)
                #expect(got.rawValue == expected, "\(name) in \(phase)")
            }
        }
    }

    private func outcome(of event: SheetEvent, on fixture: SheetFixture) throws -> Effect {
        var sheet = fixture.sheet
        do throws(SheetRefusal) {
            let effects = try sheet.apply(event, at: .seconds(1000))
            if sheet == fixture.sheet {
                #expect(effects == [])
                return .dropped
            }
            return sheet.phase.isEnd ? .ended : .changed
        } catch {
            #expect(sheet == fixture.sheet)
            return .refused
        }
    }

    @Test func `T2: the table has every kind of event`() throws {
        let kinds = Set(try Self.events(SheetFixture().sheet).map { label($0.event) })
        #expect(kinds.count == 26)
    }

    /// The compiler asks for a line here when an event is added.
    private func label(_ event: SheetEvent) -> Int {
        switch event {
        case .claimAcknowledged: 1
        case .claimRefused: 2
        case .answered: 3
        case .updateFailed: 4
        case .timePassed: 5
        case .walletChanged: 6
        case .passcodeAccepted: 7
        case .passcodeAbandoned: 8
        case .committed: 9
        case .commitRefused: 10
        case .commitFailed: 11
        case .completed: 12
        case .ended: 13
        case .chooseMethod: 14
        case .chooseAddress: 15
        case .chooseContact: 16
        case .chooseCard: 17
        case .retry: 18
        case .acceptChanges: 19
        case .acceptObjections: 20
        case .acceptUnsigned: 25
        case .merchantSaid: 26
        case .pay: 21
        case .decline: 22
        case .close: 23
        case .sessionClosed: 24
        }
    }
}
