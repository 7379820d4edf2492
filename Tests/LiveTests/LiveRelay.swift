import BatonClient
import Foundation
import HTTPMessages
import JSON
import TestSupport

/// A relay as people run it, on a database that outlives it and a port that stays.
final class LiveRelay {
    let folder: TemporaryFolder
    private(set) var base: BaseURL
    private var program: LiveProgram
    private let port: Int

    /// How long the last start took until the relay said that it was ready.
    private(set) var startTime: Duration

    init(folder: consuming TemporaryFolder, under wrapper: [String] = []) throws {
        let database = folder.file("relay.db")
        self.folder = folder
        let clock = ContinuousClock()
        let start = clock.now
        program = try Self.launch(database, port: 0, under: wrapper)
        base = try Self.ready(program)
        startTime = clock.now - start
        port = Int(base.authority.split(separator: ":").last ?? "") ?? 0
    }

    /// `kill -9`, then the same again on the same database and port.
    func killAndRestart() throws {
        program.kill()
        let clock = ContinuousClock()
        let start = clock.now
        program = try Self.launch(folder.file("relay.db"), port: port, under: [])
        base = try Self.ready(program)
        startTime = clock.now - start
    }

    func kill() { program.kill() }

    /// SIGTERM, and the exit status.
    func terminate() -> Int32 { program.terminate() }

    private static func launch(_ database: String, port: Int, under wrapper: [String]) throws -> LiveProgram {
        try LiveProgram(
            "baton-relay",
            [
                "serve", "--listen", "127.0.0.1:\(port)", "--database", database, "--limit",
                "device-requests=1000000", "--limit", "address-pairings=1000000",
            ], under: wrapper)
    }

    private static func ready(_ program: LiveProgram) throws -> BaseURL {
        guard let line = program.nextLine() else { throw NotReady(said: "nothing") }
        let node = try JSONNode(parsing: Array(line.utf8))
        guard try node.member("event").string() == "ready",
            let base = BaseURL(try node.member("origin").string())
        else { throw NotReady(said: line) }
        return base
    }

    private struct NotReady: Error {
        let said: String
    }
}
