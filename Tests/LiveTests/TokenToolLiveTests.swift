import Foundation
import JSON
import TestSupport
import Testing

/// `baton-shop token open` as people run it, on the sample that lies beside this project in CI.
@Suite(.serialized) struct TokenToolLiveTests {
    /// Runs the program; exit status and the event that it printed.
    private func run(_ words: [String]) throws -> (status: Int32, event: JSONNode?) {
        let program = try LiveProgram("baton-shop", words + ["--json"])
        var event: JSONNode?
        while let line = program.nextLine() { event = try JSONNode(parsing: Array(line.utf8)) }
        return (program.terminate(), event)
    }

    private func sample() throws -> (file: String, node: JSONNode)? {
        let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = top.appendingPathComponent("../shared/samples/apple-token/token-1.json").standardized.path
        guard let data = FileManager.default.contents(atPath: file) else { return nil }
        return (file, try JSONNode(parsing: Array(data)))
    }

    @Test(.timeLimit(.minutes(2)))
    func `the published sandbox token opens to its plaintext, once`() throws {
        guard let (file, node) = try sample() else { return }
        let folder = try TemporaryFolder()
        let hash = try node.member("merchantIdHash").string()
        let words = ["token", "open", "--key", file, "--merchant-id-hash", hash, file]
        let refused = try run(words)
        #expect(refused.status == 1)
        #expect(try refused.event?.member("code").string() == "expired_chain")
        #expect(try refused.event?.member("chain").member("network").string() == "apple")

        let seen = words + ["--ignore-expiry", "--seen", folder.file("seen.db")]
        let opened = try run(seen)
        #expect(opened.status == 0)
        #expect(try opened.event?.member("plaintext").value == node.member("plaintext").value)
        #expect(try opened.event?.member("signed_at").string() == node.member("signedAt").string())
        let again = try run(seen)
        #expect(again.status == 1)
        #expect(try again.event?.member("code").string() == "transaction_repeated")
    }

    @Test(.timeLimit(.minutes(1)))
    func `wrong usage is an event with status 2`() throws {
        let result = try run(["token", "open", "--key", "none", "none"])
        #expect(result.status == 2)
        #expect(try result.event?.member("code").string() == "usage")
        let missing = try run([
            "token", "open", "--key", "none", "--merchant-id-hash", String(repeating: "0", count: 64), "none",
        ])
        #expect(missing.status == 1)
        #expect(try missing.event?.member("code").string() == "unreadable_file")
    }
}
