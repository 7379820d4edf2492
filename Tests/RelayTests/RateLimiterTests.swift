import Testing

@testable import Relay

@Suite("Token buckets")
struct RateLimiterTests {
    @Test("a burst, then the rate, and the wait that is named is enough (relay 88)")
    func rate() throws {
        let limiter = RateLimiter<Int>(perMinute: 60)
        for _ in 0..<30 { #expect(limiter.take(1, at: .seconds(5)) == nil) }
        let wait = try #require(limiter.take(1, at: .seconds(5)))
        #expect(wait <= .milliseconds(1001))
        #expect(limiter.take(1, at: .seconds(5) + wait - .milliseconds(10)) != nil)
        #expect(limiter.take(1, at: .seconds(5) + wait) == nil)
    }

    @Test("keys do not share a bucket, and nothing but time fills one (relay 89)")
    func keys() {
        let limiter = RateLimiter<Int>(perMinute: 20)
        for _ in 0..<10 { #expect(limiter.take(1, at: .zero) == nil) }
        #expect(limiter.take(1, at: .zero) != nil)
        #expect(limiter.take(2, at: .zero) == nil)
        #expect(limiter.take(1, at: .zero) != nil)
    }

    @Test("a clock that stands or steps back gives nothing")
    func stepsBack() {
        let limiter = RateLimiter<Int>(perMinute: 20)
        for _ in 0..<10 { _ = limiter.take(1, at: .seconds(100)) }
        #expect(limiter.take(1, at: .seconds(10)) != nil)
    }

    @Test("a flood of keys does not grow the table, and forgets full buckets first")
    func bound() {
        let limiter = RateLimiter<Int>(perMinute: 20, keysMax: 100)
        for _ in 0..<10 { _ = limiter.take(-1, at: .seconds(1)) }
        for key in 0..<99 { #expect(limiter.take(key, at: .zero) == nil) }
        for key in 1000..<1050 { #expect(limiter.take(key, at: .seconds(3)) == nil) }
        #expect(limiter.take(-1, at: .seconds(3)) != nil)
        for key in 2000..<2500 { #expect(limiter.take(key, at: .seconds(3)) == nil) }
    }
}
