/// When which connection is to be looked at: one for a loop, so that no connection needs a timer. A visit
/// that comes too early is simply planned again, so a deadline that moves back costs nothing.
struct DeadlineWheel<Item> {
    /// How exact deadlines are.
    static var tickMilliseconds: Milliseconds { 250 }

    private var slots: [[(tick: Milliseconds, item: Item)]]
    private var current: Milliseconds

    /// A wheel that covers two minutes; later visits are found early and planned again.
    init(now: Milliseconds, slots count: Int = 480) {
        slots = Array(repeating: [], count: count)
        current = now / Self.tickMilliseconds
    }

    /// Plans a visit at that time or up to a tick later, and returns the tick by which `advance` will name
    /// it.
    mutating func plan(_ item: Item, at time: Milliseconds) -> Milliseconds {
        let wanted = time / Self.tickMilliseconds + (time % Self.tickMilliseconds == 0 ? 0 : 1)
        let tick = min(max(wanted, current + 1), current + Milliseconds(slots.count) - 1)
        slots[Int(tick % Milliseconds(slots.count))].append((tick, item))
        return tick
    }

    /// Moves on to `now` and returns the visits that are due.
    mutating func advance(to now: Milliseconds) -> [(tick: Milliseconds, item: Item)] {
        let target = now / Self.tickMilliseconds
        var due: [(tick: Milliseconds, item: Item)] = []
        // After a long stop of the process every slot is visited once.
        var steps = min(target - current, Milliseconds(slots.count))
        current = max(current, target - steps)
        while steps > 0 {
            current += 1
            steps -= 1
            let slot = Int(current % Milliseconds(slots.count))
            if slots[slot].isEmpty { continue }
            due += slots[slot]
            slots[slot].removeAll(keepingCapacity: false)
        }
        return due
    }
}
