package import Handoffs
internal import Synchronization

/// Where the relay keeps its truth: handoffs, pairings and one event log a device (design of the port:
/// values in, values out, so that SQLite and PostgreSQL can both be behind it; no handle passes it and a
/// body may be run again).
package protocol RelayStore: Sendable {
    /// Of the logs: 1 to 16 lower-case letters and digits, made when the database is made and kept with it.
    var epoch: String { get }

    /// Loads what `scope` names, runs `body` on it, writes what it changed and the events it appended, all
    /// in one transaction, and returns after the commit is on disk.
    ///
    /// `body` is synchronous and pure; it may be run again. It cannot throw, so that what time changed is
    /// written beside a refusal. Where it changed nothing, nothing is written, but the answer still waits for
    /// the commit of what it read. See `update` for a body that gives something back.
    func apply(
        _ scope: RelayScope, _ body: @escaping @Sendable (inout RelaySlice) -> Void
    ) async throws(StoreFailure) -> [AddressedEvent]

    /// Loads what `scope` names, of what is committed.
    func read(_ scope: RelayScope) async throws(StoreFailure) -> RelaySlice

    /// A page of a device's log after a sequence, in order.
    func events(
        of device: DeviceID, after sequence: Int64, limit: EventLimit
    ) async throws(StoreFailure)
        -> EventLogPage

    /// Everything open of a device, and the newest sequence of its log, in one consistent view.
    func open(of device: DeviceID) async throws(StoreFailure) -> DeviceSnapshot

    /// The devices with events beyond `mark` in the order of all logs: the net below the doorbell (relay 13,
    /// 80). A negative mark asks for the newest mark alone.
    func touched(after mark: Int64, limit: Int) async throws(StoreFailure) -> Touched

    /// What time has moved on and nobody has asked about.
    func due(limit: Int) async throws(StoreFailure) -> DueWork

    /// Deletes up to `limit` of the rows whose time to be forgotten has come, and events beyond their
    /// retention; says how many there were.
    func forget(limit: Int) async throws(StoreFailure) -> Int

    /// Whether it answers at all.
    func isReady() async -> Bool
}

/// Why the store could not do what was asked; the request may be repeated.
package enum StoreFailure: Error, Sendable, Equatable {
    /// Too much waits, or somebody holds the database.
    case busy
    /// No room is left.
    case full
    /// Anything else, in words for the log.
    case failed(String)
}

extension RelayStore {
    /// As `apply`, for a body that gives a value; a refusal is one. The store knows nothing of its type, so
    /// that each use is compiled for itself: generic code behind the port costs a look-up of types at every
    /// step.
    package func update<R: Sendable>(
        _ scope: RelayScope, _ body: @escaping @Sendable (inout RelaySlice) -> R
    ) async throws(StoreFailure) -> Committed<R> {
        let given = Given<R>()
        let events = try await apply(scope) { slice in given.set(body(&slice)) }
        return Committed(value: given.value(), events: events)
    }
}

/// What the last run of a body gave.
final class Given<Value: Sendable>: Sendable {
    private let held = Mutex<Value?>(nil)

    init() {}

    func set(_ value: Value) { held.withLock { $0 = value } }

    func value() -> Value {
        guard let value = held.withLock({ $0 }) else { preconditionFailure("the store ran no body") }
        return value
    }
}

/// What an update returned, once it is on disk.
package struct Committed<Value: Sendable>: Sendable {
    /// What the body returned.
    package let value: Value
    /// The events that it appended, with their sequences.
    package let events: [AddressedEvent]

    /// A result with its events.
    package init(value: Value, events: [AddressedEvent]) {
        self.value = value
        self.events = events
    }
}

/// An event and whose log it is in.
package struct AddressedEvent: Sendable {
    /// The log's owner.
    package let device: DeviceID
    /// The event.
    package let event: LoggedEvent

    /// An event in the log of `device`.
    package init(device: DeviceID, event: LoggedEvent) {
        self.device = device
        self.event = event
    }
}

/// How much of a log to read at once.
package struct EventLimit: Sendable {
    /// At most so many events.
    package let count: Int
    /// No further event once so many bytes are reached; the first one always comes.
    package let bytes: Int

    /// A page of so many events and bytes.
    package init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }
}

/// A run of a device's log.
package struct EventLogPage: Sendable {
    /// The lowest sequence still kept; newest + 1 where none is.
    package let oldest: Int64
    /// The highest sequence ever given; 0 where none was.
    package let newest: Int64
    /// The events, in order.
    package let events: [LoggedEvent]

    /// A page with the log's ends.
    package init(oldest: Int64, newest: Int64, events: [LoggedEvent]) {
        self.oldest = oldest
        self.newest = newest
        self.events = events
    }
}

/// Everything open of a device.
package struct DeviceSnapshot: Sendable {
    /// The store's time.
    package let now: Instant
    /// The newest sequence of its log.
    package let newest: Int64
    /// Every handoff that it sends, or is an active recipient of, and that has not ended.
    package let handoffs: [Handoff]
    /// Its pairings that hold or still run.
    package let pairings: [Pairing]

    /// A snapshot with all its parts.
    package init(now: Instant, newest: Int64, handoffs: [Handoff], pairings: [Pairing]) {
        self.now = now
        self.newest = newest
        self.handoffs = handoffs
        self.pairings = pairings
    }
}

/// Which logs have grown.
package struct Touched: Sendable {
    /// Ask after this the next time.
    package let mark: Int64
    /// Whose logs have grown.
    package let devices: [DeviceID]

    /// A mark and the devices up to it.
    package init(mark: Int64, devices: [DeviceID]) {
        self.mark = mark
        self.devices = devices
    }
}

/// What time has moved on.
package struct DueWork: Sendable {
    /// Handoffs whose deadline has passed.
    package let handoffs: [HandoffKey]
    /// Pairings whose deadline has passed.
    package let pairings: [PairingID]

    /// Work for the sweeper.
    package init(handoffs: [HandoffKey], pairings: [PairingID]) {
        self.handoffs = handoffs
        self.pairings = pairings
    }
}
