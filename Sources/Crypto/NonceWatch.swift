internal import Synchronization

/// Stops a debug build that seals two texts with one key and nonce, which would give both away.
/// Release builds do not remember: there, fresh keys and random nonces are all there is.
enum NonceWatch {
    private struct Memory {
        var contents: [[UInt8]: [UInt8]] = [:]
        var order: [[UInt8]] = []
    }

    /// How many seals are remembered.
    private static let countMax = 4096

    private static let memory = Mutex(Memory())

    /// Notes one seal. The same text again is no reuse: it gives the same bytes.
    static func note(key: Secret, nonce: [UInt8], plaintext: [UInt8], aad: [UInt8]) {
        let name = SHA256.hash(SHA256.hash(key) + nonce)
        let content = SHA256.hash(SHA256.hash(plaintext) + aad)
        let isReuse = memory.withLock { memory in
            if let known = memory.contents[name] { return known != content }
            if memory.order.count == countMax {
                memory.contents[memory.order.removeFirst()] = nil
            }
            memory.contents[name] = content
            memory.order.append(name)
            return false
        }
        precondition(!isReuse, "two texts were sealed with one key and nonce")
    }
}
