internal import BatonClient
internal import Checkout
internal import HTTPMessages
internal import Handoffs
package import Surfaces
internal import Wire

/// `devices` and `unpair DEVICE`, on both.
package struct DevicesFlow: Sendable {
    private let device: Device

    package init(_ device: Device) { self.device = device }

    /// Lists the paired devices.
    package func list() async throws(Complaint) {
        try await PairingNotices(device: device).show()
        device.face.show(.devices(try await device.pairedDevices().map { DeviceShown($0.device) }))
    }

    /// Ends the pairing with the device of that name or id. The relay takes it from open purchases.
    package func unpair(_ name: String) async throws(Complaint) {
        let (other, line) = try await device.givingRelays(.seconds(5)).pairedDevice(called: name)
        do throws(RelayError) {
            _ = try await line.client.unpair(other.pairing)
        } catch {
            // What the relay does not know needs no ending there.
            if error.code != .notFound { throw Complaint(error, at: line.relay.base.text) }
        }
        try await device.keeping { journal throws(JournalFailure) in try await journal.forget(other.pairing) }
        device.face.show(.unpaired(DeviceShown(other)))
    }
}

extension Device {
    /// The one paired device with that name or beginning of its id.
    func pairedDevice(
        called name: String
    ) async throws(Complaint) -> (device: PairedDevice, line: RelayLine) {
        let all = try await pairedDevices()
        let exact = all.filter { $0.device.card.name == name || $0.device.card.id.text == name }
        let lower = name.lowercased()
        let found =
            exact.isEmpty
            ? all.filter {
                $0.device.card.name.lowercased() == lower
                    || (name.count >= 4 && $0.device.card.id.text.hasPrefix(name))
            } : exact
        guard let first = found.first else { throw .unknownDevice(name) }
        guard found.count == 1 else { throw .ambiguousDevice(name) }
        return first
    }
}
