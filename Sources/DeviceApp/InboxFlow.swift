internal import BatonClient
internal import Checkout
internal import Handoffs
package import Surfaces

/// `baton-phone inbox` and `orders` (SN-7, UI-8).
package struct InboxFlow: Sendable {
    private let device: Device

    package init(_ device: Device) { self.device = device }

    /// Lists what waits, after a look at the relay where one can be had.
    package func inbox() async throws(Complaint) {
        let device = device.givingRelays(Device.lookPatience)
        let missed = await device.catchUp()
        for complaint in missed { device.face.warn(.lastKnown(complaint)) }
        if missed.isEmpty { try await tellOutcomes(device) }
        try await PairingNotices(device: device).show()
        var shown: [PurchaseShown] = []
        let now = device.clock.wallTime().seconds
        for (row, line) in try await device.waiting() {
            do throws(Complaint) {
                shown.append(try await device.opened(row, at: line).shown(row, now: now))
            } catch {
                // A row that no longer opens, such as of an unpaired device, is not for the person.
                continue
            }
        }
        device.face.show(.inbox(shown, isStale: !missed.isEmpty))
    }

    /// An outcome that the relay may not have is posted: the watch waits for it.
    private func tellOutcomes(_ device: Device) async throws(Complaint) {
        let rows = try await device.keeping { journal throws(JournalFailure) in
            try await journal.received()
        }
        for row in rows where row.outcome != nil && !row.isTold {
            guard let line = try await device.lines().first(where: { $0.relay.number == row.relay }) else {
                continue
            }
            do throws(Complaint) {
                try await device.exclusively(row.key) { () async throws(Complaint) in
                    _ = try await Recovery(device: device, line: line, row: row).run(.waits)
                }
            } catch {
                // Another process has it open, or the relay went away: it is told later.
                if error == .interrupted { throw error }
            }
        }
    }

    /// What was bought, newest first; with a name the one order of that number or handoff.
    package func orders(_ name: String?) async throws(Complaint) {
        var orders = try await device.keeping { journal throws(JournalFailure) in
            // The newest are listed; one that is named may be as old as it likes.
            name == nil ? try await journal.orders() : try await journal.orders(limit: .max)
        }
        if let name {
            orders = orders.filter {
                $0.number == name || $0.orderID == name
                    || (name.count >= 4 && $0.key.id.text.hasPrefix(name))
            }
            guard !orders.isEmpty else { throw .unknownOrder(name) }
        }
        device.face.show(.orders(orders.map { OrderShown($0) }))
    }
}

extension Device {
    /// Brings the journal up to date; a relay that cannot be reached leaves it as it was, and why is given.
    func catchUp() async -> [Complaint] {
        var missed: [Complaint] = []
        do throws(Complaint) {
            for line in try await lines() {
                do throws(Complaint) {
                    switch settings.role {
                    case .phone: try await PhoneEvents(device: self, line: line).follower.catchUp()
                    case .watch: try await WatchEvents(device: self, line: line).follower.catchUp()
                    }
                } catch {
                    // The other relays may be there.
                    missed.append(error)
                }
            }
        } catch {
            // The caller's next look into the journal says what is wrong with it.
        }
        return missed
    }
}

extension OrderShown {
    init(_ order: PlacedOrder) {
        self.init(
            number: ForeignText(order.number ?? order.orderID), merchant: ForeignText(order.merchant),
            origin: order.origin, total: order.total, items: order.items.map { ForeignText($0) },
            payment: order.payment, link: order.link.map { ForeignText($0) },
            arrival: order.arrival.flatMap { CalendarDateRange(journalText: $0) },
            placed: CalendarDate(daysSince1970: order.placedAt / 86_400))
    }
}
