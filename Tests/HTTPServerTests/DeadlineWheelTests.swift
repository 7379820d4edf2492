import Testing

@testable import HTTPServer

@Suite struct DeadlineWheelTests {
    @Test func `a visit comes at its time or up to a tick later`() {
        var wheel = DeadlineWheel<Int>(now: 1000)
        let tick = wheel.plan(7, at: 1600)
        #expect(wheel.advance(to: 1599).isEmpty)
        let due = wheel.advance(to: 1600 + DeadlineWheel<Int>.tickMilliseconds)
        #expect(due.map(\.item) == [7])
        #expect(due.map(\.tick) == [tick])
        #expect(wheel.advance(to: 100_000).isEmpty)
    }

    @Test func `a time in the past comes at the next tick, one far off within a turn`() {
        var wheel = DeadlineWheel<String>(now: 10_000, slots: 8)
        _ = wheel.plan("past", at: 0)
        _ = wheel.plan("never", at: .max)
        #expect(wheel.advance(to: 10_250).map(\.item) == ["past"])
        #expect(wheel.advance(to: 12_000).map(\.item) == ["never"])
    }

    @Test func `after a long stop everything due comes once`() {
        var wheel = DeadlineWheel<Int>(now: 0, slots: 16)
        for item in 0..<100 { _ = wheel.plan(item, at: Int64(item) * 30) }
        #expect(wheel.advance(to: 1_000_000_000).map(\.item).sorted() == Array(0..<100))
    }
}

@Suite struct ResponseEncodingTests {
    @Test func `a date is written as RFC 9110 wants it`() {
        #expect(HTTPDate.text(secondsSince1970: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(secondsSince1970: 0) == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(HTTPDate.text(secondsSince1970: 951_782_400) == "Tue, 29 Feb 2000 00:00:00 GMT")
        #expect(HTTPDate.text(secondsSince1970: 4_107_542_399) == "Sun, 28 Feb 2100 23:59:59 GMT")
    }
}
