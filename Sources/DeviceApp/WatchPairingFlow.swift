internal import BatonClient
internal import Crypto
internal import HTTPMessages
internal import Handoffs
package import Surfaces
internal import Wire

/// `baton-watch pair`: shows the link, asks for the code that the phone shows, ends when both are paired
/// (Protocol/pairing.md).
package struct WatchPairingFlow: Sendable {
    private let device: Device
    private let base: BaseURL
    private let name: String
    private let kind: DeviceCard.Kind

    /// A pairing through the relay at `relay`. The name is what the phone will call this device.
    package init(
        _ device: Device, relay: String, name: String, kind: String
    ) throws(Complaint) {
        guard let base = BaseURL(relay) else { throw .invalidAddress(relay) }
        try DeviceName.check(name)
        self.device = device
        self.base = base
        self.name = name
        self.kind = DeviceCard.Kind(name: kind)
    }

    /// Pairs one phone.
    package func run() async throws(Complaint) {
        _ = await device.givingRelays(Device.lookPatience).catchUp()
        let device = device
        try await device.whilePairing { () async throws(Complaint) in try await pair() }
        await PairingNotices(device: device.givingRelays(Device.lookPatience)).send()
    }

    private func pair() async throws(Complaint) {
        // Nobody could ever type the code.
        guard !device.face.hasInputEnded else { throw .needsInput }
        let base = base
        let relay = try await device.keeping { journal throws(JournalFailure) in
            try await journal.relay(base)
        }
        let line = device.line(to: relay)
        var pairing = try pairing(relay)
        let inputs = PairingInputs(pairing.link.pairing, at: line)
        let key = try relay.keys.signingJWK()
        do throws(RelayError) {
            let status = try await line.client.openPairing(pairing.link.pairing, key: key)
            device.face.show(
                .link(LinkShown(link: pairing.link.text, expiresIn: status.expiresIn ?? .seconds(120))))
        } catch {
            throw Complaint(error, at: base.text)
        }
        let polling = Task { await inputs.poll() }
        defer { polling.cancel() }
        let drive = PairingDrive(device: device, inputs: inputs, line: line)
        do throws(Complaint) {
            try await drive.watch(&pairing)
        } catch {
            await inputs.abort()
            throw error
        }
    }

    private func pairing(_ relay: KnownRelay) throws(Complaint) -> WatchPairing {
        guard let id = PairingID(bytes: RandomBytes.make(16)) else { throw .pairingFailed }
        do throws(CryptoFailure) {
            return WatchPairing(
                keys: relay.keys, card: relay.keys.card(name: name, kind: kind), relay: base, pairing: id,
                ephemeral: try P256PrivateKey(), secret: RandomBytes.makeSecret(16),
                nonce: RandomBytes.make(32))
        } catch {
            throw .pairingFailed
        }
    }
}
