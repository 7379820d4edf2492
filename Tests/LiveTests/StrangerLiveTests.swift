import Foundation
import JSON
import TestSupport
import Testing

/// A merchant that somebody else wrote, from Protocol/ alone: ACP's own sample bodies replayed as a server
/// (Tests/stranger/merchant.py), where the samples and the libraries of Tests/interop are at hand.
@Suite(.serialized) struct StrangerLiveTests {
    private static var top: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    /// The server's program and arguments; nil where something that it needs is missing.
    private static func command(_ extra: [String]) -> [String]? {
        let samples = top.appendingPathComponent("../shared/samples/acp/2026-04-17").standardized.path
        let python = top.appendingPathComponent(".venv/bin/python").path
        let isThere = [samples, python].allSatisfy { FileManager.default.fileExists(atPath: $0) }
        let script = top.appendingPathComponent("Tests/stranger/merchant.py").path
        return isThere ? [python, script, samples] + extra : nil
    }

    private func start(_ extra: [String] = []) async throws -> (program: RunningProgram, origin: String)? {
        guard let words = Self.command(extra) else { return nil }
        let program = try RunningProgram(path: words[0], Array(words.dropFirst()))
        return (program, try await program.line(0))
    }

    private func buy(
        _ origin: String, _ world: DeviceWorld, _ extra: [String] = []
    ) async throws -> JSONNode {
        let buying = try world.start(
            "baton-watch", "w", ["buy", "jacket", "--shop", origin, "--yes"] + extra)
        let id = try await buying.event("handed-off").member("id").string()
        let paid = try await world.run(
            "baton-phone", "p",
            ["resume", id, "--pay", "--passcode-file", world.passcodeFile("p")] + extra)
        #expect(paid.status == 0, "\(paid.errors) \(paid.events)")
        #expect(try await buying.status() == 0, "\(buying.errors)")
        return try paid.only("result")
    }

    @Test(.timeLimit(.minutes(4)))
    func `the phone completes a purchase at a stranger's, who gives no credentials and opens the token`()
        async throws
    {
        guard let (program, origin) = try await start() else { return }
        defer { program.signal(SIGKILL) }
        let world = try await DeviceWorld.paired()
        let result = try await buy(origin, world)
        #expect(try result.member("order").member("number").string() == "#1001")
        let paid = try JSONNode(parsing: Array(try await program.line(1).utf8))
        #expect(try paid.member("paid").integer() == 480)
        // The sample's completed session names another sum: what was authorized is shown.
        #expect(try result.member("order").member("total").member("minor_units").integer() == 480)
        #expect(try !paid.member("buyer").member("first_name").string().isEmpty)
    }

    @Test(.timeLimit(.minutes(4)))
    func `over HTTPS it is believed with the certificate that --ca-file names, and else not`() async throws {
        let folder = try TemporaryFolder()
        let files = try TestCertificate.write(into: folder)
        guard let (program, origin) = try await start(["--tls", files.certificate, files.key]) else { return }
        defer { program.signal(SIGKILL) }
        let world = try await DeviceWorld.paired()
        let refused = try await world.run("baton-watch", "w", ["buy", "jacket", "--shop", origin, "--yes"])
        #expect(refused.status == 1 && !refused.errors.isEmpty)
        let result = try await buy(origin, world, ["--ca-file", files.certificate])
        #expect(try result.member("order").member("number").string() == "#1001")
    }

    @Test(.timeLimit(.minutes(4)))
    func `a merchant that never heard of Baton is told apart: nothing is handed off, nothing is paid`()
        async throws
    {
        guard let (program, origin) = try await start(["--plain"]) else { return }
        defer { program.signal(SIGKILL) }
        let world = try await DeviceWorld.paired()
        let refused = try await world.run("baton-watch", "w", ["buy", "jacket", "--shop", origin, "--yes"])
        #expect(refused.status == 1, "\(refused.events)")
        #expect(try !refused.only("error").member("message").string().isEmpty)
        let inbox = try await world.run("baton-phone", "p", ["inbox"])
        #expect(try inbox.only("inbox").member("purchases").array().isEmpty)
    }
}
