import JSON
import Testing

/// The four programs as a person and a stranger meet them.
@Suite(.serialized) struct WholeFlowLiveTests {
    @Test(.timeLimit(.minutes(10)))
    func `two phones resume one handoff at once, 20 times: one wins, the other is told (relay 91)`()
        async throws
    {
        let household = try await Household(phones: ["one", "two"])
        for _ in 0..<20 {
            let id = try await household.buy("latte")
            let phones = [try household.resume(id, on: "one"), try household.resume(id, on: "two")]
            var statuses: [Int32] = []
            for phone in phones { statuses.append(try await household.finish(phone).status) }
            #expect(statuses.sorted() == [0, 1])
            #expect(try await household.outcome(id) == "ordered")
        }
        #expect(try household.orderCount() == 20)
    }

    @Test(.timeLimit(.minutes(10)))
    func `G7: the relay is killed while 20 purchases are made, and each is made once`() async throws {
        let household = try await Household()
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            let id = try await household.buy("latte")
            let phone = try household.resume(id, on: "phone")
            try await Task.sleep(for: .milliseconds(Int64.random(in: 0...250, using: &random)))
            try await household.restartRelay()
            #expect(try await household.finish(phone).status == 0)
            #expect(try await household.outcome(id) == "ordered")
        }
        #expect(try household.orderCount() == 20)
    }

    @Test(.timeLimit(.minutes(10)))
    func `G7: the phone is killed while 20 purchases are made, goes on, and pays each once`() async throws {
        let household = try await Household()
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20 {
            let id = try await household.buy("latte")
            let killed = try household.resume(id, on: "phone")
            try await Task.sleep(for: .milliseconds(Int64.random(in: 20...250, using: &random)))
            killed.signal(9)
            _ = try await killed.status()
            let again = try await household.finish(try household.resume(id, on: "phone"))
            #expect(again.status == 0, "\(again.lines.map(\.value)) \(again.errors)")
            #expect(try await household.outcome(id) == "ordered")
        }
        #expect(try household.orderCount() == 20)
    }
}
