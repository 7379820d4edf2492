import Handoffs
import SQLite

/// What is kept of one device: its key and how its log stands.
struct DeviceLog: Equatable {
    /// Uncompressed P-256 point; nil where the device is only named.
    var key: [UInt8]?
    /// The last sequence that the device said it has.
    var acknowledged: Int64 = 0
    /// The last sequence that was deleted; the log holds those after it.
    var floor: Int64 = 0
    /// The last sequence that was given; 0: none yet.
    var newest: Int64 = 0
}

/// The devices that were looked at lately. Only the writer's own copy may be kept from one transaction to
/// the next, for only the writer changes them.
struct DeviceLogs {
    private var logs: [DeviceID: DeviceLog] = [:]
    /// About 10 MB; a working set beyond it costs one look-up a device.
    private let countMax = 50_000

    /// How the device's log stands, as far as `db` sees it.
    mutating func log(of device: DeviceID, in db: inout Database) throws(SQLiteError) -> DeviceLog {
        if let log = logs[device] { return log }
        var log =
            try db.first(
                "SELECT key, acknowledged, floor FROM device WHERE id = ?", .blob(device.bytes)
            ) { row throws(SQLiteError) in
                DeviceLog(
                    key: try row.optionalBlob(0), acknowledged: try row.integer(1), floor: try row.integer(2))
            } ?? DeviceLog()
        let newest = try db.first(
            "SELECT max(sequence) FROM event WHERE device = ?", .blob(device.bytes)
        ) { row throws(SQLiteError) in try row.optionalInteger(0) }
        log.newest = newest.flatMap { $0 } ?? log.floor
        keep(log, of: device)
        return log
    }

    /// Remembers what was written.
    mutating func keep(_ log: DeviceLog, of device: DeviceID) {
        if logs.count >= countMax { logs.removeAll(keepingCapacity: true) }
        logs[device] = log
    }

    /// Forgets everything, as after a transaction that was undone.
    mutating func clear() { logs.removeAll(keepingCapacity: true) }
}
