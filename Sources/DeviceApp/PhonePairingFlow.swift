internal import BatonClient
internal import Blocking
internal import Checkout
internal import Crypto
internal import Payments
package import Surfaces
internal import Wire

/// `baton-phone pair`: reads the watch's link, shows the code, asks whether the watch says it is right
/// (Protocol/pairing.md).
package struct PhonePairingFlow: Sendable {
    private let device: Device
    private let name: String
    /// `--yes`
    private let saysRight: Bool
    private let linkFile: String?
    /// Whether the watch is told the shortened area of the first address, sealed.
    private let tellsRegion: Bool

    /// A pairing with the watch whose link is in `linkFile`, or else is asked for.
    package init(
        _ device: Device, name: String, linkFile: String?, tellsRegion: Bool, saysRight: Bool
    ) throws(Complaint) {
        try DeviceName.check(name)
        self.device = device
        self.name = name
        self.linkFile = linkFile
        self.tellsRegion = tellsRegion
        self.saysRight = saysRight
    }

    /// Pairs one watch.
    package func run() async throws(Complaint) {
        _ = await device.givingRelays(Device.lookPatience).catchUp()
        let device = device
        try await device.whilePairing { () async throws(Complaint) in try await pair() }
        await PairingNotices(device: device.givingRelays(Device.lookPatience)).send()
    }

    private func pair() async throws(Complaint) {
        let link = try await link()
        let relay = try await device.keeping { journal throws(JournalFailure) in
            try await journal.relay(link.relay)
        }
        let line = device.line(to: relay)
        let ephemeral: P256PrivateKey
        do throws(CryptoFailure) { ephemeral = try P256PrivateKey() } catch { throw .pairingFailed }
        var pairing = PhonePairing(
            link: link, keys: relay.keys, card: relay.keys.card(name: name, kind: .phone),
            ephemeral: ephemeral, nonce: RandomBytes.make(32))
        guard case .post(let step, let answer) = pairing.answer(sealingNonce: RandomBytes.make(12)) else {
            throw .pairingFailed
        }
        let inputs = PairingInputs(link.pairing, at: line)
        let key = try relay.keys.signingJWK()
        try await inputs.post(step, answer, key: key)
        let polling = Task { await inputs.poll() }
        defer { polling.cancel() }
        let drive = PairingDrive(device: device, inputs: inputs, line: line)
        do throws(Complaint) {
            try await drive.phone(&pairing, region: try region(), saysRight: saysRight)
        } catch {
            await inputs.abort()
            throw error
        }
    }

    private func region() throws(Complaint) -> ShortenedRegion? {
        guard tellsRegion, let wallet = try WalletOwner(device.home).open(),
            let area = wallet.data.addresses.first?.address.shortened
        else { return nil }
        return ShortenedRegion(
            country: area.country, region: area.region, postalPrefix: area.postalCode)
    }

    private func link() async throws(Complaint) -> PairingLink {
        var text: String?
        if let linkFile, linkFile != "-" {
            do throws(FileError) {
                text = String(decoding: try DurableFile.read(linkFile, bytesMax: 4096), as: UTF8.self)
            } catch {
                throw .unreadableFile("\(error)")
            }
        } else if linkFile == "-" {
            text = try await device.face.command()
        } else {
            text = try await device.face.ask(.pairingLink)
        }
        guard let text else { throw .needsLink }
        do throws(PairingLinkRefusal) { return try PairingLink(text) } catch { throw .invalidLink }
    }
}
