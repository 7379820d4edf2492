internal import BatonClient
internal import Blocking
internal import HTTPMessages
internal import Surfaces
internal import Wire

/// Follows what happens at one relay. Of the processes that share a home one owns the stream and writes what
/// it reads into the journal; the others look there (design, section 9).
struct Follower: Sendable {
    /// What whoever waits is told.
    enum Change: Sendable {
        /// Read by this process; the journal has it already.
        case event(RelayEvent)
        /// Another process owns the stream, and hears the relay or does not: the journal may have changed.
        case tick(isHeard: Bool)
        /// The stream is this process's from now on.
        case owned
        /// The relay is heard.
        case connected
        /// The relay is not heard now; it is asked again and again.
        case lost(Complaint)
        case failed(Complaint)
    }

    let device: Device
    let line: RelayLine
    /// Brings an event into the journal, before the cursor moves over it.
    let apply: @Sendable (RelayEvent) async throws(Complaint) -> Void

    /// So often the others look into the journal.
    private static let lookEvery: Duration = .milliseconds(100)

    /// The changes from now on, read by a task that ends when the stream is let go.
    func changes() -> AsyncStream<Change> {
        // Ticks say nothing new to a slow reader; events are in the journal whatever happens here.
        let (stream, continuation) = AsyncStream<Change>.makeStream(bufferingPolicy: .bufferingNewest(256))
        let task = Task { [self] in
            while !Task.isCancelled {
                do throws(Complaint) {
                    try await own(continuation)
                    let relay = line.relay
                    let isHeard = try await device.keeping { journal throws(JournalFailure) in
                        try await journal.isHeard(relay)
                    }
                    continuation.yield(.tick(isHeard: isHeard))
                } catch {
                    continuation.yield(.failed(error))
                    break
                }
                do { try await Task.sleep(for: Self.lookEvery) } catch { break }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Reads the stream for as long as this process holds its lock; at once where another does.
    private func own(_ continuation: AsyncStream<Change>.Continuation) async throws(Complaint) {
        let lock: FileLock
        do throws(FileError) {
            guard let held = try FileLock.tryAcquire(device.home.streamLock(line.relay.number)) else {
                return
            }
            lock = held
        } catch {
            throw .homeUnusable(device.home.folder, "\(error)")
        }
        continuation.yield(.owned)
        await tidy()
        let hearing = Hearing(device.journal, line.relay)
        do throws(Complaint) {
            try await read(continuation, hearing)
        } catch {
            await hearing.end()
            lock.release()
            throw error
        }
        await hearing.end()
        lock.release()
    }

    /// What earlier runs of this device left undone at the relay.
    func tidy() async {
        await StrayPairings(device: device, line: line).takeBack()
        await PairingNotices(device: device).send()
    }

    /// The relay has no pairing of this device any more, and so no log in which it could say which one ended.
    func forgetPairings() async throws(Complaint) {
        let relay = line.relay
        try await device.keeping { journal throws(JournalFailure) in
            for other in try await journal.devices(at: relay) { try await journal.forget(other.pairing) }
        }
    }

    private func read(
        _ continuation: AsyncStream<Change>.Continuation, _ hearing: Hearing
    ) async throws(Complaint) {
        let base = line.relay.base
        // The owner before may have moved it.
        let relay = try await device.keeping { journal throws(JournalFailure) in
            try await journal.relay(base)
        }
        let reader = EventReader(line.client, after: relay.cursor) { line in
            switch line {
            case .connected:
                hearing.set(true)
                continuation.yield(.connected)
            case .lost(let error):
                hearing.set(false)
                continuation.yield(.lost(Complaint(error, at: base.text)))
            }
        }
        while !Task.isCancelled {
            let entry: EventReader.Entry
            do throws(RelayError) { entry = try await reader.next() } catch {
                if error.isCancelled { return }
                guard error.code == .notGranted else { throw Complaint(error, at: base.text) }
                try await forgetPairings()
                throw .noPairing
            }
            try await apply(entry.event)
            if let cursor = entry.cursor {
                try await device.keeping { journal throws(JournalFailure) in
                    try await journal.setCursor(cursor, of: relay)
                }
            }
            continuation.yield(.event(entry.event))
            if case .paired = entry.event { await tidy() }
        }
    }
}

/// Writes down, one after the other, whether a relay is heard by the process that owns its stream. Killed, it
/// leaves its last word, and the next owner writes its own.
private struct Hearing: Sendable {
    private let words: AsyncStream<Bool>.Continuation
    private let writing: Task<Void, Never>

    init(_ journal: Journal, _ relay: KnownRelay) {
        let (stream, words) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.words = words
        writing = Task {
            for await isHeard in stream {
                do throws(JournalFailure) { try await journal.setHeard(isHeard, of: relay) } catch {
                    // The next event is kept or not by the same journal, and says so.
                    return
                }
            }
        }
    }

    func set(_ isHeard: Bool) { words.yield(isHeard) }

    /// Nobody listens from now on.
    func end() async {
        words.yield(false)
        words.finish()
        await writing.value
    }
}
