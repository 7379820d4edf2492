import Foundation
import Surfaces
import Testing

@testable import Screens
@testable import Terminal

/// `Protocol/command-line.md` says what the code prints (D4).
@Suite struct CommandLineDocumentTests {
    private let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The first groups of `pattern` in the files of a folder.
    private func found(_ pattern: String, in folder: String, prefix: String) throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: root.appendingPathComponent(folder).path)
        var found: Set<String> = []
        for name in names where name.hasPrefix(prefix) {
            let text = try text("\(folder)/\(name)")
            let expression = try NSRegularExpression(pattern: pattern)
            let whole = NSRange(text.startIndex..., in: text)
            for match in expression.matches(in: text, range: whole) {
                guard let range = Range(match.range(at: 1), in: text) else { continue }
                found.insert(String(text[range]))
            }
        }
        return found
    }

    @Test func `D4: every event and every error code stands in the document`() throws {
        let document = try text("Protocol/command-line.md")
        let events = try found(
            #"event\(\s*"([a-z-]+)""#, in: "Sources/Screens", prefix: "JSONEvents")
        #expect(events.count >= 20)
        for event in events where event != "error" {
            #expect(document.contains("| `\(event)` |"), "\(event)")
        }
        let codes = try found(#"Complaint\(\s*"([a-z-]+)""#, in: "Sources/Surfaces", prefix: "Complaint")
        #expect(codes.count >= 40)
        for code in codes { #expect(document.contains("`\(code)`"), "\(code)") }
    }

    @Test func `D4: every step and every outcome stands in the document`() throws {
        let document = try text("Protocol/command-line.md")
        for step in HandoffStep.allCases { #expect(document.contains("`\(step.rawValue)`")) }
        let endings: [Ending] = [
            .ordered, .handedOff, .declined, .cancelled, .expired, .superseded(by: nil), .inDoubt,
            .paymentFailed(reason: nil), .interrupted, .takenElsewhere, .closed,
        ]
        for ending in endings { #expect(document.contains("`\(ending.name)`")) }
    }

    @Test(arguments: [
        "README.md", "deploy/README.md", "Protocol/README.md", "Protocol/command-line.md",
        "Protocol/merchant.md", "Protocol/payment-request.md", "Protocol/payment-token.md",
    ])
    func `every command line of a page is read by its program`(page: String) throws {
        let text = try text(page)
        let programs = ["baton-watch": WatchProgram.program, "baton-phone": PhoneProgram.program]
        for line in text.replacing("\\\n", with: " ").split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init).filter { $0 != "&" }
            guard line.hasPrefix("    "), let program = words.first.flatMap({ programs[$0] }) else {
                continue
            }
            guard case .run = try program.read(Array(words.dropFirst()), environment: [:]) else {
                Issue.record("not run: \(line)")
                continue
            }
        }
    }
}
