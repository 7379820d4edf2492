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

    @Test(.timeLimit(.minutes(5)))
    func `a proxy before the relay reads nothing of the purchase, and cannot tell success from failure`()
        async throws
    {
        let household = try await Household(isRecorded: true)
        try await household.addCard("4000000000000002", to: "phone")
        var traces: [Trace] = []
        for (card, status, outcome) in [("4242", 0, "ordered"), ("0002", 15, "payment-failed")] {
            let before = try household.recorded().utf8.count
            let id = try await household.buy("latte")
            let paid = try await household.finish(try household.resume(id, on: "phone", ["--card", card]))
            #expect(paid.status == Int32(status), "\(paid.lines.map(\.value))")
            #expect(try await household.outcome(id) == outcome)
            let wire = String(decoding: try household.recorded().utf8.dropFirst(before), as: UTF8.self)
            #expect(wire.contains("/v1/handoffs/\(id)/outcome"))
            for word in [
                "latte", "Latte", "4242", "0002", "Visa", "visa", "446", "4.46", "USD", "Corner", "Ada",
                "94105",
                "success", "fail", "order_", "declin", household.shopAddress,
            ] where wire.contains(word) {
                // A short number may be part of a random text; it says nothing then.
                #expect(word.utf8.allSatisfy { (48...57).contains($0) }, "\(word) is on the wire")
            }
            traces.append(Trace(wire, id))
        }
        #expect(traces[0] == traces[1])
    }

    /// What somebody can see of a purchase on the wire: requests, statuses, and the sizes of what is sealed.
    private struct Trace: Equatable {
        let requests: [String]
        let statuses: Set<String>
        let outcomeSizes: Set<Int>

        init(_ wire: String, _ id: String) {
            let lines = wire.split(whereSeparator: \.isNewline)
            requests = lines.filter { $0.hasPrefix("POST ") }
                .map { String($0).replacing(id, with: "ID") }
            // How often events are asked for depends on the machine's load.
            statuses = Set(lines.filter { $0.hasPrefix("HTTP/1.1 2") }.map { String($0) })
            let parts = wire.split(separator: "\"outcome\":\"").dropFirst()
            outcomeSizes = Set(parts.map { $0.prefix { $0 != "\"" }.utf8.count })
        }
    }
}
