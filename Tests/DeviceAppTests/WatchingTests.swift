import Handoffs
import Surfaces
import Testing

@testable import DeviceApp

/// How a device waits for the end of a purchase (house rule T2).
@Suite struct WatchingTests {
    /// Every phase, with a name.
    private static func phases() -> [(name: String, watching: Watching)] {
        func after(_ events: Watching.Event...) -> Watching {
            var watching = Watching()
            for event in events { _ = watching.apply(event) }
            return watching
        }
        return [
            ("fresh", after()), ("delivered", after(.delivered)), ("claimed", after(.stands(.claimed))),
            ("released", after(.stands(.claimed), .stands(.offered))),
            ("authorizing", after(.stands(.authorizing))), ("asking", after(.stands(.inDoubt))),
            ("ended", after(.ended(.ordered))),
        ]
    }

    /// Every event; a new state fails to have a row below until it is decided.
    private static let events: [(name: String, event: Watching.Event)] =
        HandoffState.allCases.map { ("\($0)", .stands($0)) } + [
            ("ended", .ended(.ordered)), ("delivered", .delivered), ("hasOrder", .merchantSaid("1043")),
            ("noOrder", .merchantSaid(nil)), ("lost", .lost), ("connected", .connected),
            ("interrupted", .interrupted),
        ]

    /// Columns as `phases()`: `.` nothing, `s` a step is shown, `a` the merchant is asked, `w` a warning, `e`
    /// the end, `W` a warning and the end.
    private static let table: [String: String] = [
        "offered": "..s....", "claimed": "ss.ss..", "authorizing": "ssss...", "inDoubt": "aaaaa..",
        "settled": ".......", "declined": ".......", "cancelled": ".......", "superseded": ".......",
        "expired": ".......", "ended": "eeeeee.", "delivered": "s......", "hasOrder": ".....W.",
        "noOrder": ".....e.", "lost": "wwwwww.", "connected": ".......", "interrupted": "eeeeee.",
    ]

    private static func isStep(_ effect: Watching.Effect) -> Bool {
        if case .show = effect { true } else { false }
    }

    private static func isEnd(_ effect: Watching.Effect) -> Bool {
        if case .end = effect { true } else { false }
    }

    private static func mark(_ effects: [Watching.Effect]) -> Character {
        switch effects {
        case []: "."
        case [.show(.inDoubt), .askMerchant]: "a"
        case _ where effects.count == 1 && isStep(effects[0]): "s"
        case [.warnLost]: "w"
        case _ where effects.count == 1 && isEnd(effects[0]): "e"
        case [.warnOrder("1043"), .end(.inDoubt)]: "W"
        default: "?"
        }
    }

    @Test func `T2: every phase does for every event what the table says`() throws {
        for (name, event) in Self.events {
            let row = Array(try #require(Self.table[name], "\(name) is not decided"))
            for (column, (phase, watching)) in Self.phases().enumerated() {
                var watching = watching
                let effects = watching.apply(event)
                #expect(Self.mark(effects) == row[column], "\(name) in \(phase): \(effects)")
            }
        }
        #expect(Self.table.count == Self.events.count)
    }

    @Test func `checkout 71: there is one end, whatever comes after it`() {
        var watching = Watching()
        #expect(watching.apply(.ended(.ordered)) == [.end(.ordered)])
        for (name, event) in Self.events { #expect(watching.apply(event) == [], "\(name)") }
    }

    @Test func `in doubt the merchant is asked once, and the phone's word comes before the merchant's`() {
        var watching = Watching()
        #expect(watching.apply(.stands(.inDoubt)) == [.show(.inDoubt), .askMerchant])
        #expect(watching.apply(.stands(.inDoubt)) == [])
        var told = watching
        #expect(told.apply(.ended(.ordered)) == [.end(.ordered)])
        #expect(watching.apply(.merchantSaid("1043")) == [.warnOrder("1043"), .end(.inDoubt)])
    }

    @Test func `a relay that is away is said once, and again when it was heard in between`() {
        var watching = Watching()
        #expect(watching.apply(.lost) == [.warnLost])
        #expect(watching.apply(.lost) == [])
        #expect(watching.apply(.connected) == [])
        #expect(watching.apply(.lost) == [.warnLost])
    }
}
