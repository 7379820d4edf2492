import Crypto
import Encodings
import Foundation
import Handoffs
import JSON
import Signing
import Testing

@testable import Sealing

/// Every scenario of Protocol/vectors/token comes out exactly as its file says (T3). Other people's
/// libraries made them (Tests/interop/vectors.py).
@Suite struct VectorTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Protocol/vectors/token")

    private static let names: [String] = {
        // An unreadable folder gives no names, and the count below says so.
        let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return found.filter { $0.hasSuffix(".json") }.sorted()
    }()

    private func document(_ name: String) throws -> JSONNode {
        let text = try Data(contentsOf: Self.folder.appendingPathComponent(name))
        return try JSONNode(parsing: Array(text), limits: JSONLimits(bytesMax: 65_536, depthMax: 12))
    }

    private func bytes(_ node: JSONNode) throws -> [UInt8] { try #require(Base64.decode(try node.string())) }

    private func publicKey(_ node: JSONNode) throws -> P256PublicKey {
        try P256PublicKey(x: try bytes(node.member("x")), y: try bytes(node.member("y")))
    }

    private func privateKey(_ node: JSONNode) throws -> P256PrivateKey {
        try P256PrivateKey(scalar: Secret(try bytes(node.member("d"))))
    }

    private func psk(_ document: JSONNode) throws -> HPKE.PresharedKey {
        HPKE.PresharedKey(
            key: Secret(try bytes(document.member("psk"))), id: try bytes(document.member("psk_id")))
    }

    @Test func `there are at least two refusals for each success`() throws {
        let refusals = try Self.names.filter {
            try document($0).member("expect").optional("refuse") != nil
        }
        let successes = Self.names.count - refusals.count
        #expect(successes >= 8 && refusals.count >= 2 * successes)
    }

    @Test(arguments: names.filter { $0.hasPrefix("handoff-") })
    func `handoff vector`(name: String) throws {
        let document = try document(name)
        let (sender, kem) = (
            try publicKey(document.member("sender")), try privateKey(document.member("kem"))
        )
        let recipient = try #require(DeviceID(text: try document.member("recipient").string()))
        let relay = try document.member("relay").string()
        let (text, psk) = (try document.member("token").string(), try psk(document))
        try expect(document) { () throws(SealingRefusal) in
            let token = try HandoffToken(
                opening: text, from: sender, to: recipient, with: kem, sharing: psk, relay: relay)
            return (token.identity.text, token.contents.json)
        }
    }

    @Test(arguments: names.filter { $0.hasPrefix("outcome-") })
    func `outcome vector`(name: String) throws {
        let document = try document(name)
        let (phone, reply) = (
            try publicKey(document.member("phone")), try privateKey(document.member("reply"))
        )
        let watch = try #require(DeviceID(text: try document.member("watch").string()))
        let id = try #require(HandoffID(text: try document.member("jti").string()))
        let token = try #require(Handoffs.Digest(text: try document.member("token_identity").string()))
        let (text, psk) = (try document.member("outcome").string(), try psk(document))
        try expect(document) { () throws(SealingRefusal) in
            let outcome = try Outcome(
                opening: text, answering: token, of: HandoffKey(sender: watch, id: id), from: phone,
                with: reply, sharing: psk)
            return (outcome.signed.identity.text, outcome.contents.plaintext)
        }
    }

    /// Runs one scenario and holds what came out against `expect`.
    private func expect(
        _ document: JSONNode, _ open: () throws(SealingRefusal) -> (identity: String, contents: JSONValue)
    ) throws {
        let expected = try document.member("expect")
        switch Result(catching: open) {
        case .success((let identity, let contents)):
            let wanted = try expected.member("open")
            #expect(try wanted.member("contents").value == contents)
            if let name = try wanted.optional("identity") { #expect(try name.string() == identity) }
        case .failure(let error):
            #expect(try expected.optional("refuse")?.string() == error.code, "\(error)")
            #expect(try expected.optional("at")?.string() == error.place?.description, "\(error)")
        }
    }
}

extension OutcomeContents {
    /// The fullest form, as it is sealed.
    fileprivate var plaintext: JSONValue {
        let text = encoded(bytesMax: 8192) ?? []
        // Our own text always reads; where it does not, the comparison says so.
        return (try? JSONValue(parsing: text)) ?? .null
    }
}
