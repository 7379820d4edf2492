import Crypto
import Handoffs
import Sealing
import Signing
import Testing

/// Notices of new pairings (Protocol/pairing.md, "Notices").
@Suite struct PairingNoticeTests {
    private let psk = HPKE.PresharedKey(key: RandomBytes.makeSecret(32), id: RandomBytes.make(32))

    private func device() throws -> DeviceID { DeviceID(thumbprintOf: try P256PrivateKey().publicKey) }

    private func notice(name: String = "Phone B") throws -> PairingNotice {
        PairingNotice(
            id: RandomBytes.make(16), device: try device(), name: name, kind: "phone",
            pairedAt: 1_800_000_000)
    }

    @Test func `opens for whom it was sealed, and always has one size`() throws {
        let key = try P256PrivateKey()
        let header = PairingNotice.Header(
            sender: try device(), recipient: try device(), relay: "https://relay.example")
        var sizes: Set<Int> = []
        for name in ["B", String(repeating: "é", count: 32)] {
            let notice = try notice(name: name)
            let body = try notice.sealed(header, to: key.publicKey, sharing: psk)
            #expect(try PairingNotice(opening: body, header, with: key, sharing: psk) == notice)
            sizes.insert(body.count)
        }
        #expect(sizes == [65 + 528])
    }

    @Test func `another sender, recipient, relay, key, psk or byte is refused as not authentic`() throws {
        let key = try P256PrivateKey()
        let header = PairingNotice.Header(
            sender: try device(), recipient: try device(), relay: "https://relay.example")
        let body = try notice().sealed(header, to: key.publicKey, sharing: psk)
        typealias Header = PairingNotice.Header
        let headers = [
            Header(sender: try device(), recipient: header.recipient, relay: header.relay),
            Header(sender: header.sender, recipient: try device(), relay: header.relay),
            Header(sender: header.recipient, recipient: header.sender, relay: header.relay),
            Header(sender: header.sender, recipient: header.recipient, relay: "https://other.example"),
        ]
        for other in headers {
            #expect(throws: SealingRefusal.notAuthentic) {
                try PairingNotice(opening: body, other, with: key, sharing: psk)
            }
        }
        let otherKey = try P256PrivateKey()
        #expect(throws: SealingRefusal.notAuthentic) {
            try PairingNotice(opening: body, header, with: otherKey, sharing: psk)
        }
        let otherPSK = HPKE.PresharedKey(key: RandomBytes.makeSecret(32), id: psk.id)
        #expect(throws: SealingRefusal.notAuthentic) {
            try PairingNotice(opening: body, header, with: key, sharing: otherPSK)
        }
        for index in [0, 64, 65, body.count - 1] {
            var changed = body
            changed[index] ^= 1
            #expect(throws: SealingRefusal.notAuthentic) {
                try PairingNotice(opening: changed, header, with: key, sharing: psk)
            }
        }
        for count in [0, 65, 66] {
            #expect(throws: SealingRefusal.notAuthentic) {
                try PairingNotice(opening: Array(body.prefix(count)), header, with: key, sharing: psk)
            }
        }
    }

    @Test func `a name that does not fit is refused, not cut`() throws {
        let header = PairingNotice.Header(
            sender: try device(), recipient: try device(), relay: "https://relay.example")
        let notice = try notice(name: String(repeating: "\u{1}", count: 128))
        let key = try P256PrivateKey().publicKey
        #expect(throws: SealingRefusal.self) { try notice.sealed(header, to: key, sharing: psk) }
    }
}
