import HTTPClient
import HTTPMessages
import JSON
import TestSupport
import Testing

/// A `baton-relay` with settings of the test's own; `LiveRelay` is the one that is killed and started again.
struct RunningRelay {
    let program: RunningProgram
    let base: BaseURL
    /// Where it listens; differs from the base URL behind a proxy.
    let listen: String
    let admin: BaseURL?
    let http: HTTPClient

    /// Starts a relay on a database in `folder` and waits until it is ready.
    init(
        in folder: borrowing TemporaryFolder, listen: String = "127.0.0.1:0", _ extra: [String] = []
    ) async throws {
        let arguments = ["serve", "--listen", listen, "--database", folder.file("relay.sqlite")]
        program = try RunningProgram("baton-relay", arguments + extra)
        let ready = try JSONNode(parsing: Array(try await program.line(0).utf8))
        #expect(try ready.member("event").string() == "ready")
        base = try #require(BaseURL(try ready.member("origin").string()))
        self.listen = try ready.member("listen").string()
        admin = try ready.optional("admin").flatMap { BaseURL("http://\(try $0.string())") }
        http = LiveDevice.http()
    }

    /// A device that speaks to it.
    func device() throws -> LiveDevice { try LiveDevice(base, http) }

    /// What is answered to anybody.
    func status(_ method: HTTPMessages.Method, _ target: String) async throws -> Status {
        try await http.send(Request(method: method, target: target), to: base).status
    }
}
