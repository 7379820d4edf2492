import Handoffs
import Relay

/// Which logs may hold events that can go, so that the sweeper need not look at all devices each time.
struct Retention {
    /// Devices whose log changed so that something may go.
    private var candidates: Set<DeviceID> = []
    /// Where the look at all devices stands, as after a start; nil when it is done.
    private(set) var scan: Scan? = .after([])
    /// A hundred thousand take about 6 MB; beyond it all devices are looked at again.
    private let countMax = 100_000

    enum Scan {
        /// Device ids beyond these bytes are still to come.
        case after([UInt8])
    }

    /// The device has acknowledged more.
    mutating func acknowledged(_ device: DeviceID) { add(device) }

    /// The device's log has grown.
    mutating func appended(to device: DeviceID, _ log: DeviceLog) {
        if log.newest - log.floor > Int64(RelayLimits.eventsPerDevice) { add(device) }
    }

    /// One device to look at.
    mutating func next() -> DeviceID? { candidates.popFirst() }

    /// There is more to do for a device than one batch holds, or more devices were found.
    mutating func add(_ device: DeviceID) {
        if candidates.count >= countMax {
            candidates.removeAll(keepingCapacity: true)
            scan = .after([])
        }
        candidates.insert(device)
    }

    /// The look at all devices has come so far.
    mutating func scanned(to last: [UInt8]?) { scan = last.map { .after($0) } }
}
