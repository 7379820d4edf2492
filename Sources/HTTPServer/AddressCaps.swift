import HTTPMessages
import Synchronization

/// Open connections by address, over all loops.
final class AddressCaps: Sendable {
    private let max: Int
    private let trusted: [AddressRange]
    private let open = Mutex<[IPAddress: Int]>([:])

    init(max: Int, trusted: [AddressRange]) {
        self.max = max
        self.trusted = trusted
    }

    /// Counts a connection in; false when the address has as many as it may.
    func enter(_ address: IPAddress) -> Bool {
        if isTrusted(address) { return true }
        let max = self.max
        return open.withLock { open in
            let count = open[address.network(), default: 0]
            guard count < max else { return false }
            open[address.network()] = count + 1
            return true
        }
    }

    /// Counts a connection out that was counted in.
    func leave(_ address: IPAddress) {
        if isTrusted(address) { return }
        open.withLock { open in
            let count = open[address.network(), default: 1]
            open[address.network()] = count > 1 ? count - 1 : nil
        }
    }

    private func isTrusted(_ address: IPAddress) -> Bool {
        trusted.contains { $0.contains(address) }
    }
}
