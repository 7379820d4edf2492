import COpenSSL

/// scrypt (RFC 7914): a key from a passcode, at a price in memory.
package enum Scrypt {
    /// The cost of one derivation: memory is 128 · N · r bytes.
    package struct Cost: Sendable, Equatable {
        /// N, a power of two greater than one.
        package let iterations: UInt64
        /// r
        package let blockSize: UInt64
        /// p
        package let parallelism: UInt64

        /// The three parameters of RFC 7914, section 2.
        package init(iterations: UInt64, blockSize: UInt64, parallelism: UInt64) {
            self.iterations = iterations
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// N = 2^17, r = 8, p = 1: 128 MiB, about a third of a second.
        package static let interactive = Cost(iterations: 1 << 17, blockSize: 8, parallelism: 1)
    }

    /// 512 MiB: a file that asks for more is refused rather than obeyed.
    private static let memoryMax: UInt64 = 512 << 20

    /// `count` bytes from `passcode`. Throws `invalidParameter` where the cost is out of range or needs
    /// over 512 MiB.
    package static func derive(
        _ passcode: Secret, salt: [UInt8], cost: Cost, count: Int
    ) throws(CryptoFailure) -> Secret {
        guard cost.iterations > 1, cost.iterations & (cost.iterations - 1) == 0, cost.iterations <= 1 << 22,
            (1...64).contains(cost.blockSize), (1...16).contains(cost.parallelism),
            128 * cost.iterations * cost.blockSize < memoryMax
        else { throw .invalidParameter("cost") }
        var key = [UInt8](repeating: 0, count: count)
        defer { unsafe OPENSSL_cleanse(&key, key.count) }
        let done = passcode.withBytes { passcode in
            unsafe passcode.withUnsafeBytes { passcode in
                // A null passcode would derive nothing: an empty one needs an address all the same.
                let address = unsafe passcode.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
                return unsafe EVP_PBE_scrypt(
                    address?.assumingMemoryBound(to: CChar.self), passcode.count, salt, salt.count,
                    cost.iterations,
                    cost.blockSize, cost.parallelism, memoryMax, &key, key.count)
            }
        }
        try check(done == 1)
        return Secret(key)
    }
}
