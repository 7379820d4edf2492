internal import BatonClient
internal import Blocking
internal import HTTPMessages
internal import Surfaces
internal import Wire

extension Follower {
    /// Brings the journal up to date, once: for commands that look and end. Where another process owns the
    /// stream it does that already.
    func catchUp() async throws(Complaint) {
        let held: FileLock?
        do throws(FileError) {
            held = try FileLock.tryAcquire(device.home.streamLock(line.relay.number))
        } catch {
            throw .homeUnusable(device.home.folder, "\(error)")
        }
        guard let lock = held else { return try await requireHeard() }
        do throws(Complaint) { try await readPages() } catch {
            lock.release()
            throw error
        }
        await tidy()
        lock.release()
    }

    /// Where another process owns the stream, what it writes down is new only while it hears the relay; it
    /// has a moment to get there.
    private func requireHeard() async throws(Complaint) {
        let relay = line.relay
        for _ in 0..<Self.looks {
            let isHeard = try await device.keeping { journal throws(JournalFailure) in
                try await journal.isHeard(relay)
            }
            if isHeard { return }
            do { try await Task.sleep(for: .milliseconds(100)) } catch { throw .interrupted }
        }
        throw .relayUnreachable(relay.base.text)
    }

    private static let looks = 20

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
