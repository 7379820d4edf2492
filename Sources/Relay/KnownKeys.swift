internal import Crypto
internal import Handoffs
internal import Synchronization
internal import Wire

/// The signing keys of known devices, ready to verify with. A key never changes under its id, for the id is
/// its thumbprint, so what is kept is never stale.
final class KnownKeys: Sendable {
    private let store: any RelayStore
    private let cache = Mutex<[DeviceID: P256PublicKey]>([:])
    /// Keys kept ready, about 1.5 KB each in libcrypto. A phone that only waits signs once in ten minutes, so
    /// more would cost memory and save nothing.
    private static let countMax = 2048

    init(store: any RelayStore) { self.store = store }

    /// The key of a device, nil where the relay does not know it.
    func find(_ device: DeviceID) async throws(RelayRefusal) -> P256PublicKey? {
        if let key = cache.withLock({ $0[device] }) { return key }
        var scope = RelayScope()
        scope.devices = [device]
        let bytes: [UInt8]?
        do { bytes = try await store.read(scope).devices[device] } catch { throw RelayRefusal(error) }
        guard let bytes else { return nil }
        do {
            let key = try P256PublicKey(x963: bytes)
            cache.withLock { cache in
                if cache.count >= Self.countMax { cache = [:] }
                cache[device] = key
            }
            return key
        } catch {
            throw RelayRefusal(.internalError, detail: "the stored key of a device is no key")
        }
    }
}
