/// The open connections of a loop, by a number that is never that of an earlier connection in the same place.
struct ConnectionTable {
    private var places: [(generation: UInt32, connection: Connection?)] = []
    private var free: [UInt32] = []
    private(set) var count = 0

    mutating func reserve() -> UInt64 {
        if let place = free.popLast() {
            return UInt64(places[Int(place)].generation) << 32 | UInt64(place)
        }
        places.append((0, nil))
        return UInt64(places.count - 1)
    }

    mutating func insert(_ connection: Connection) {
        places[Int(UInt32(truncatingIfNeeded: connection.id))].connection = connection
        count += 1
    }

    mutating func remove(_ id: UInt64) {
        let place = Int(UInt32(truncatingIfNeeded: id))
        guard places[place].connection != nil, places[place].generation == UInt32(id >> 32) else { return }
        places[place].connection = nil
        places[place].generation &+= 1
        free.append(UInt32(place))
        count -= 1
    }

    subscript(_ id: UInt64) -> Connection? {
        let entry = places[Int(UInt32(truncatingIfNeeded: id))]
        return entry.generation == UInt32(id >> 32) ? entry.connection : nil
    }

    /// Every open connection; a copy, for they close while they are gone through.
    var all: [Connection] { places.compactMap(\.connection) }
}
