internal import Crypto
internal import Handoffs
internal import Signing

/// A device with its signing key.
struct BenchDevice {
    let key: P256PrivateKey
    let id: DeviceID

    init() throws(CryptoFailure) {
        key = try P256PrivateKey()
        id = DeviceID(thumbprintOf: key.publicKey)
    }
}

/// A watch and a phone.
struct BenchPair {
    let watch: BenchDevice
    let phone: BenchDevice

    init() throws(CryptoFailure) {
        watch = try BenchDevice()
        phone = try BenchDevice()
    }
}
