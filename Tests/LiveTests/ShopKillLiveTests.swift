import Foundation
import JSON
import Testing

/// The shop killed with `kill -9` at random moments. `BATON_KILLS` says how often; the default is for every
/// day.
@Suite("Live: the shop killed while a phone pays", .serialized, .timeLimit(.minutes(20)))
struct ShopKillLiveTests {
    private static var rounds: Int {
        ProcessInfo.processInfo.environment["BATON_KILLS"].flatMap { Int($0) } ?? 6
    }

    @Test func `design 5: a shop killed at any moment charges once`() async throws {
        let world = try await DeviceWorld.paired()
        for round in 0..<Self.rounds {
            let (buying, id) = try await world.buy("latte")
            let pay = ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")]
            let phone = try world.start("baton-phone", "p", pay)
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...1500)))
            try await world.killAndRestartShop()
            _ = try await phone.status(within: .seconds(100))
            let outcome = try await finish(world, pay, round)
            #expect(outcome == "ordered", "round \(round)")
            #expect(try await buying.ended() == (0, "ordered"))
            #expect(try world.shopRecord().orders == Int64(round + 1), "round \(round)")
        }
    }

    /// Resumes until the purchase has its end; the word for it.
    private func finish(_ world: DeviceWorld, _ pay: [String], _ round: Int) async throws -> String? {
        for _ in 0..<5 {
            let ran = try await world.run("baton-phone", "p", pay)
            if let outcome = try ran.outcome, outcome != "in-doubt" { return outcome }
        }
        return nil
    }
}
