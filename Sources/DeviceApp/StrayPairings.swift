internal import BatonClient
internal import Blocking
internal import Handoffs
internal import Surfaces
internal import Wire

/// Pairings that the relay calls paired and this device does not know, as after a crash between the two
/// grants: it takes them back at the next contact (Protocol/pairing.md, "Grants").
struct StrayPairings: Sendable {
    let device: Device
    let line: RelayLine

    /// Notes what the relay says is paired.
    func note(_ pairs: [PairedDevices]) async throws(Complaint) {
        let relay = line.relay
        for pair in pairs {
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.noteStray(pair.pairing, at: relay)
            }
        }
    }

    /// Unpairs them, unless a pairing of this home is under way, which may be about to keep one. What
    /// cannot be asked for now is asked for with the next contact.
    func takeBack() async {
        let relay = line.relay
        do {
            guard try await !device.journal.strays(at: relay).isEmpty else { return }
            guard let lock = try FileLock.tryAcquire(device.home.pairingLock) else { return }
            // Looked at again: what was under way may have been kept meanwhile.
            for pairing in try await device.journal.strays(at: relay) {
                do throws(RelayError) { _ = try await line.client.unpair(pairing) } catch {
                    // Refused, the relay has no such pairing any more.
                    guard case .refused = error else { continue }
                }
                try await device.journal.dropStray(pairing)
            }
            lock.release()
        } catch {
            // The journal keeps them for the next time.
        }
    }
}

extension Device {
    /// Runs a pairing: until it ends nobody of this home takes what the relay has and the journal has not for
    /// what a crash left behind.
    func whilePairing<Result>(
        _ body: () async throws(Complaint) -> Result
    ) async throws(Complaint) -> Result {
        let lock: FileLock?
        do throws(FileError) { lock = try FileLock.tryShare(home.pairingLock) } catch {
            throw .homeUnusable(home.folder, "\(error)")
        }
        guard let lock else { throw .busyElsewhere("pairing") }
        let result: Result
        do throws(Complaint) { result = try await body() } catch {
            lock.release()
            throw error
        }
        lock.release()
        return result
    }
}
