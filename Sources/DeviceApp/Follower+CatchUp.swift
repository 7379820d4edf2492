internal import BatonClient
internal import Blocking
internal import HTTPMessages
internal import Surfaces
internal import Wire

extension Follower {
    /// Brings the journal up to date, once: for commands that look and end. Where another process owns the
    /// stream it does that already.
    func catchUp() async throws(Complaint) {
        let lock: FileLock
        do throws(FileError) {
            guard let held = try FileLock.tryAcquire(device.home.streamLock(line.relay.number)) else {
                return
            }
            lock = held
        } catch {
            throw .homeUnusable(device.home.folder, "\(error)")
        }
        do throws(Complaint) { try await readPages() } catch {
            lock.release()
            throw error
        }
        await tidy()
        lock.release()
    }

    /// A log holds less than this many pages; a relay that always has one more is not believed.
    private static let pagesMax = 1000

    private func readPages() async throws(Complaint) {
        let base = line.relay.base
        let relay = try await device.keeping { journal throws(JournalFailure) in
            try await journal.relay(base)
        }
        var cursor = relay.cursor
        for _ in 0..<Self.pagesMax {
            let page: EventPage
            do throws(RelayError) {
                page = try await line.client.events(after: cursor, wait: 0)
            } catch {
                if error.code == .notGranted { return try await forgetPairings() }
                throw Complaint(error, at: base.text)
            }
            if page.events.isEmpty { return }
            for entry in page.events { try await apply(entry.event) }
            let place = page.cursor
            cursor = place
            try await device.keeping { journal throws(JournalFailure) in
                try await journal.setCursor(place, of: relay)
            }
        }
    }
}
