import Handoffs
import Testing

@testable import BatonClient

@Suite struct EventOrderTests {
    private func place(_ sequence: Int64, _ epoch: String = "a1") -> EventCursor {
        EventCursor(epoch: epoch, sequence: sequence)
    }

    @Test func `R-02: the cursor moves over a contiguous run only; what is missing is asked for again`() {
        var order = EventOrder(after: place(1234))
        #expect(order.verdict(on: place(1237)) == .gap)
        #expect(order.cursor == place(1234), "a gap moves nothing")
        for sequence in Int64(1235)...1237 {
            #expect(order.verdict(on: place(sequence)) == .next)
            order.handOut(place(sequence))
            #expect(order.cursor?.sequence == sequence - 1, "not before its reader comes back")
            order.acknowledge()
        }
        #expect(order.cursor == place(1237))
    }

    @Test func `R-01: what was handed out and dealt with is not handed out twice`() {
        var order = EventOrder(after: place(5))
        order.handOut(place(6))
        order.acknowledge()
        #expect(order.verdict(on: place(6)) == .seen && order.verdict(on: place(4)) == .seen)
    }

    @Test func `R-07: another epoch or a resync begins anew, wherever it stands`() {
        var order = EventOrder(after: place(900))
        #expect(order.verdict(on: place(3, "b2"), isResync: true) == .next)
        #expect(order.verdict(on: place(17), isResync: true) == .next)
        order.handOut(place(3, "b2"))
        order.acknowledge()
        #expect(order.cursor == place(3, "b2") && order.verdict(on: place(4, "b2")) == .next)
    }

    @Test func `without a cursor the first event is the beginning; events without a place move nothing`() {
        var order = EventOrder(after: nil)
        #expect(order.verdict(on: place(77)) == .next && order.verdict(on: nil) == .next)
        order.handOut(nil)
        order.acknowledge()
        #expect(order.cursor == nil)
    }
}

@Suite struct EventPaceTests {
    private let whole: (Duration) -> Duration = { $0 }

    @Test func `R-17: the first wait is random in two seconds, later ones grow to a minute`() {
        var pace = EventPace()
        var waits: [Duration] = []
        for _ in 0..<8 {
            pace.broke(plannedReturn: nil, jitter: whole)
            waits.append(pace.takeWait())
        }
        #expect(waits[0] == .seconds(2) && waits == waits.sorted() && waits[7] == .seconds(60))
        #expect(pace.takeWait() == .zero)
        pace.isAlive()
        pace.broke(plannedReturn: nil, jitter: whole)
        #expect(pace.takeWait() == .seconds(2))
    }

    @Test func `R-19: a stream that ends as planned is left for as long as it said`() {
        var pace = EventPace()
        pace.isAlive()
        pace.willReturn(in: .seconds(7))
        pace.broke(plannedReturn: nil) { _ in .zero }
        #expect(pace.takeWait() == .seconds(7))
        pace.broke(plannedReturn: .seconds(3_000_000)) { _ in .zero }
        #expect(pace.takeWait() == .seconds(60), "nobody is sent away for a month")
    }

    @Test func `R-23: after some polls a stream is tried again`() {
        var pace = EventPace()
        pace.poll()
        for _ in 1..<EventPace.pollsMax { pace.polled() }
        #expect(pace.isPolling)
        pace.polled()
        #expect(!pace.isPolling)
    }

    @Test func `a relay that hands out nonces without end is not followed without end`() {
        var pace = EventPace()
        #expect(pace.mayUseNonce() && pace.mayUseNonce() && !pace.mayUseNonce())
    }
}
