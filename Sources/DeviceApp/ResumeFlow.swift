internal import BatonClient
internal import Checkout
internal import Handoffs
internal import Merchant
package import Surfaces

/// `baton-phone resume ID-or-LINK`: opens a purchase's sheet, at once and from what is at hand (AP-2).
package struct ResumeFlow: Sendable {
    private let device: Device
    private let target: String
    private let plan: SheetPlan

    /// The purchase that an id, the beginning of one, or a link names.
    package init(_ device: Device, target: String, plan: SheetPlan) {
        self.device = device
        self.target = target
        self.plan = plan
    }

    /// Opens it and stays to its end.
    package func run() async throws(Complaint) -> Ending {
        let (row, line) = try await find()
        return try await SheetOpening(device: device, plan: plan).open(row, at: line, follows: true)
    }

    private func find() async throws(Complaint) -> (ReceivedHandoff, RelayLine) {
        if let found = try await known() { return found }
        try await fetch()
        // Another process of this home may own the stream and be about to write it down.
        for _ in 0..<Self.looks {
            if let found = try await known() { return found }
            do { try await Task.sleep(for: .milliseconds(100)) } catch { throw .interrupted }
        }
        throw .unknownHandoff(target)
    }

    private static let looks = 20

    /// Asks the relay for it: by its link, by its whole id from each paired device, else for all that is new.
    private func fetch() async throws(Complaint) {
        let link = HandoffLink(target)
        guard let id = link?.key.id ?? HandoffID(text: target) else {
            // Whether there is such a purchase is not known where a relay could not be asked.
            let missed = await device.catchUp()
            if let missed = missed.first, try await known() == nil { throw missed }
            return
        }
        for (sender, line) in try await device.pairedDevices() {
            let key = HandoffKey(sender: sender.card.id, id: id)
            guard link.map({ $0.key == key && $0.relay == line.relay.base }) ?? true else { continue }
            if try await PhoneEvents(device: device, line: line).fetch(key) { return }
        }
    }

    /// In the journal, by whole id, link, or the beginning of an id.
    private func known() async throws(Complaint) -> (ReceivedHandoff, RelayLine)? {
        let id = HandoffLink(target)?.key.id ?? HandoffID(text: target)
        let rows = try await device.keeping { journal throws(JournalFailure) in
            try await journal.received().filter { row in
                id.map { row.key.id == $0 } ?? (target.count >= 4 && row.key.id.text.hasPrefix(target))
            }
        }
        guard let row = rows.first else { return nil }
        guard rows.count == 1 else { throw .ambiguousHandoff(target) }
        guard let line = try await device.lines().first(where: { $0.relay.number == row.relay }) else {
            return nil
        }
        return (row, line)
    }
}

/// Opens the sheet of a row, or goes on where it was left.
struct SheetOpening: Sendable {
    let device: Device
    let plan: SheetPlan

    /// The end, shown as a result. With `follows` the relay's events are read beside it.
    func open(
        _ row: ReceivedHandoff, at line: RelayLine, follows: Bool
    ) async throws(Complaint) -> Ending {
        let device = device
        let plan = plan
        return try await device.exclusively(row.key) { () async throws(Complaint) -> Ending in
            // Another process may have moved it while this one waited.
            let key = row.key
            let row =
                try await device.keeping { journal throws(JournalFailure) in
                    try await journal.received(key).first
                } ?? row
            let recovery = Recovery(device: device, line: line, row: row)
            var declined: DeclinedPurchase?
            switch try await recovery.run(plan.mayPayAgain ? .paysAgain : .ends) {
            case .open, .left: break
            case .again(let purchase):
                device.face.warn(.declinedEarlier(purchase.payment, purchase.reason))
                declined = purchase
            case .over(let ending):
                if case .paymentFailed = ending, follows { device.face.warn(.endedEarlier) }
                try await recovery.show(ending)
                return ending
            }
            let opened = try await device.opened(row, at: line)
            // Said before anything is claimed or asked for.
            if let access = opened.access { _ = try device.merchants.client(at: access.origin) }
            var run = try await SheetRun(device, line, opened, plan, after: declined)
            let following = follows ? Self.follow(device, line) : nil
            defer { following?.cancel() }
            let ending = try await run.run()
            if case .paymentFailed = ending, try await recovery.isUndecided() { throw .notPaidWaits }
            try await recovery.show(ending)
            return ending
        }
    }

    /// Reads the relay's events while the sheet is open, unless another process does.
    private static func follow(_ device: Device, _ line: RelayLine) -> Task<Void, Never> {
        Task {
            for await _ in PhoneEvents(device: device, line: line).follower.changes() {
                // What they say is in the journal, where the sheet looks.
            }
        }
    }
}
