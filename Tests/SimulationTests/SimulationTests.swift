import Foundation
import Testing

/// The promise of the relay under every trouble that a seed makes (house rule T6): at most one device may
/// authorize, nothing acknowledged is lost, what has ended never changes, nobody is charged twice.
///
/// `BATON_SIMULATION_SEEDS=5000` runs so many seeds from `BATON_SIMULATION_FIRST` on; a failing seed is
/// named.
@Suite struct SimulationTests {
    @Test func `the promise holds under loss, repetition, delay, reordering and crashes`() async throws {
        let count = Self.setting("BATON_SIMULATION_SEEDS") ?? 25
        let first = Self.setting("BATON_SIMULATION_FIRST") ?? 1
        var tally: [String: Int] = [:]
        for seed in first..<first + count {
            let truth = try await World(seed: UInt64(seed)).run(steps: 800)
            #expect(truth.broken == [], "seed \(seed)")
            tally.merge(truth.tally) { $0 + $1 }
            if !truth.broken.isEmpty { break }
        }
        for what in ["created", "claimed", "authorized", "settled", "cancelled", "expired"] {
            #expect(tally[what, default: 0] > 0, "\(what) never happened in \(tally)")
        }
        for what in ["declined", "superseded", "in_doubt", "event"] where count >= 25 && first == 1 {
            #expect(tally[what, default: 0] > 0, "\(what) never happened in \(tally)")
        }
    }

    @Test func `the same seed gives the same world`() async throws {
        let once = try await World(seed: 7).run(steps: 200)
        let again = try await World(seed: 7).run(steps: 200)
        #expect(once.tally == again.tally)
        #expect(once.rows == again.rows)
    }

    private static func setting(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }
}
