internal import Crypto

/// How fast signatures are checked: the bound that every relay of this protocol has.
enum VerifyRate {
    /// Checks in a second on one core; 0 where the cryptography fails.
    static func measure() -> Int {
        guard let key = try? P256PrivateKey(),  // Without a key there is nothing to measure.
            let signature = try? ES256.sign(message, with: key)
        else { return 0 }
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        while clock.now - start < .seconds(1) {
            for _ in 0..<100 where ES256.isValid(signature, for: message, key: key.publicKey) { count += 1 }
        }
        let elapsed = (clock.now - start).components
        return count * 1000 / Int(elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000)
    }

    private static let message = [UInt8](repeating: 7, count: 300)
}
