import FoundationEssentials
import Testing

@testable import Handoffs

@Suite("Protocol/states.md equals the machine")
struct StatesDocumentTests {
    /// The rows of the table whose head begins with these cells, cells trimmed.
    static func rows(_ head: [String]) throws -> [[String]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("Protocol/states.md"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() }.map { String($0) }
        }
        let start = try #require(lines.firstIndex { $0 == head }, "no table \(head)")
        return Array(lines[(start + 2)...].prefix { !$0.isEmpty })
    }

    @Test("every state and event of a handoff")
    func handoffs() throws {
        let events = Handoff.Event.Kind.allCases
        let rows = try Self.rows(["state"] + events.map(\.rawValue))
        let expected = HandoffState.allCases.map { state in
            [state.rawValue] + events.map { Self.cell(HandoffTableTests.expected(state, $0)) }
        }
        #expect(rows == expected)
    }

    @Test("which states are open and terminal, and how far they have come")
    func traits() throws {
        let rows = try Self.rows(["state", "open", "terminal", "ladder"])
        let expected = HandoffState.allCases.map { state in
            [
                state.rawValue, state.isOpen ? "yes" : "no", state.isTerminal ? "yes" : "no",
                Sample.handoff(state).rung.rawValue,
            ]
        }
        #expect(rows == expected)
    }

    @Test("every state and event of a pairing")
    func pairings() throws {
        let events = Pairing.Event.Kind.allCases
        let names = events.map { Pairing.Step.wireName($0) }
        let rows = try Self.rows(["state"] + names)
        let expected = PairingState.allCases.map { state in
            [state.rawValue] + events.map { Self.cell(PairingTests.expected(state, $0)) }
        }
        #expect(rows == expected)
    }

    static func cell(_ expected: HandoffTableTests.Expected) -> String {
        switch expected {
        case .becomes(let state): state.rawValue
        case .refused(let refusal): "`\(snake("\(refusal)"))`"
        }
    }

    static func cell(_ expected: PairingTests.Expected) -> String {
        switch expected {
        case .becomes(let state): state.rawValue
        case .refused(.notFound): "`not_found`"
        case .refused(let refusal): "`pairing_\(refusal)`"
        }
    }

    static func snake(_ name: String) -> String {
        name.map { $0.isUppercase ? "_\($0.lowercased())" : String($0) }.joined()
    }
}

extension Pairing.Step {
    /// An event's name as the document writes it.
    static func wireName(_ kind: Pairing.Event.Kind) -> String {
        switch kind {
        case .watchConfirm: "watch-confirm"
        case .phoneConfirm: "phone-confirm"
        case .open, .answer, .reveal, .abort, .grant, .unpair: kind.rawValue
        }
    }
}
