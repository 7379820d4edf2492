import BatonClient
import Blocking
import Crypto
import HTTPMessages
import Handoffs
import Testing

@testable import DeviceApp

/// A journal in a folder of its own, with a relay and a way to make what stands in it.
final class JournalFixture: Sendable {
    let journal: Journal
    let relay: KnownRelay
    private let folder: String

    init() async throws {
        folder = try Folder.makeTemporary(prefix: "journal")
        let home = try #require(Home(named: folder, role: "phone", environment: [:]))
        journal = try Journal(home)
        relay = try await journal.relay(try #require(BaseURL("https://relay.example")))
    }

    deinit {
        do { try Folder.removeTree(folder) } catch { Issue.record("\(folder) stays: \(error)") }
    }

    /// A purchase that came from `sender`.
    func receive(from sender: DeviceID) async throws -> HandoffKey {
        let id = HandoffID(at: Instant(seconds: 1_800_000_000), random: RandomBytes.make(10))
        let key = HandoffKey(sender: sender, id: id)
        let isNew = try await journal.keep(
            "token", of: key, at: relay, expiresAt: 1_800_000_600, now: 1_800_000_000)
        #expect(isNew)
        return key
    }

    func row(_ key: HandoffKey) async throws -> ReceivedHandoff {
        try #require(try await journal.received(key).first)
    }

    func paired(_ keys: DeviceKeys) throws -> PairedDevice {
        PairedDevice(
            pairing: try #require(PairingID(bytes: RandomBytes.make(16))), relay: relay.base,
            card: keys.card(name: "other", kind: .watch),
            psk: .init(key: RandomBytes.makeSecret(32), id: RandomBytes.make(32)), region: nil)
    }

    static func attempt(_ number: Int64, _ state: PaymentAttempt.State = .journaled) -> PaymentAttempt {
        PaymentAttempt(
            number: number, key: "k\(number)", body: [1, 2, 3], payment: "Visa 1234", state: state)
    }
}
