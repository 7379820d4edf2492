internal import BatonClient
internal import Checkout
internal import HTTPMessages
internal import Handoffs
package import Surfaces
internal import Wire

/// `baton-watch status [ID]` and `cancel ID` (SN-7).
package struct StatusFlow: Sendable {
    private let device: Device

    package init(_ device: Device) { self.device = device }

    /// Lists the purchases, newest first, as far as the relay can be asked.
    package func list() async throws(Complaint) {
        var isStale = false
        for line in try await device.givingRelays(Device.lookPatience).lines() {
            do throws(Complaint) {
                try await WatchEvents(device: device, line: line).askAboutAll()
            } catch {
                if error == .interrupted { throw error }
                // What the journal has is better than nothing.
                device.face.warn(.lastKnown(error))
                isStale = true
            }
        }
        let all = try await device.keeping { journal throws(JournalFailure) in try await journal.sent() }
        let now = device.clock.wallTime().seconds
        device.face.show(.handoffs(all.map { HandoffShown($0, now: now) }, isStale: isStale))
    }

    /// How one purchase stands; where it has ended, its end.
    /// A payment that came back is saved to `output`.
    package func one(_ name: String, output: String? = nil) async throws(Complaint) -> Ending? {
        var (sent, line) = try await find(name)
        var isStale = false
        if sent.ending == nil {
            line = device.givingRelays(Device.lookPatience).line(to: line.relay)
            do throws(Complaint) {
                try await WatchEvents(device: device, line: line).ask(about: sent.id)
            } catch {
                guard error.code == Complaint.relayUnreachable("").code else { throw error }
                device.face.warn(.lastKnown(error))
                isStale = true
            }
            sent = try await device.sent(sent.id)
        }
        let wait = WatchWait(device: device, line: line, output: output)
        guard let ending = sent.ending.map({ Ending($0) }) else {
            if sent.state == .inDoubt { return await wait.showDoubt(sent) }
            let now = device.clock.wallTime().seconds
            device.face.show(.handoffs([HandoffShown(sent, now: now)], isStale: isStale))
            return nil
        }
        return wait.show(ending, sent)
    }

    /// Takes a purchase back. After the point of no return it is a request, and the true end is shown.
    package func cancel(_ name: String) async throws(Complaint) -> Ending {
        let (sent, line) = try await find(name)
        let wait = WatchWait(device: device, line: line)
        if let ending = sent.ending { return try refused(wait.show(Ending(ending), sent)) }
        do throws(RelayError) {
            let status = try await line.client.cancel(sent.id)
            do throws(Complaint) {
                try await WatchEvents(device: device, line: line).take(status)
            } catch {
                throw RelayError.failed(error.message)
            }
            if status.isCancelRequested {
                device.face.show(.progress(id: sent.id.text, .cancelRequested))
            }
        } catch {
            guard error.code == .ended else { throw Complaint(error, at: line.relay.base.text) }
            try await WatchEvents(device: device, line: line).ask(about: sent.id)
        }
        return try refused(await wait.result(of: sent.id))
    }

    /// What was paid is not taken back: that is between the person and the merchant.
    private func refused(_ ending: Ending) throws(Complaint) -> Ending {
        guard ending != .ordered, ending != .authorized else { throw .alreadyPaid }
        return ending
    }

    private func find(_ name: String) async throws(Complaint) -> (SentHandoff, RelayLine) {
        let sent = try await device.sent(called: name)
        guard let line = try await device.lines().first(where: { $0.relay.number == sent.relay }) else {
            throw .unknownSent(name)
        }
        return (sent, line)
    }
}

extension Device {
    /// The purchase with that id.
    func sent(_ id: HandoffID) async throws(Complaint) -> SentHandoff {
        let found = try await keeping { journal throws(JournalFailure) in try await journal.sent(id).first }
        guard let found else { throw .unknownSent(id.text) }
        return found
    }

    /// The one purchase whose id is, or begins with, `name`; a link names it too.
    func sent(called name: String) async throws(Complaint) -> SentHandoff {
        if let id = HandoffLink(name)?.key.id ?? HandoffID(text: name) { return try await sent(id) }
        let found = try await keeping { journal throws(JournalFailure) in
            try await journal.sent().filter { name.count >= 4 && $0.id.text.hasPrefix(name) }
        }
        guard let first = found.first else { throw .unknownSent(name) }
        guard found.count == 1 else { throw .ambiguousHandoff(name) }
        return first
    }
}

extension HandoffShown {
    init(_ sent: SentHandoff, now: Int64) {
        let isWaiting = sent.ending == nil && sent.state == .offered
        self.init(
            id: sent.id.text, state: sent.state.rawValue, merchant: ForeignText(sent.merchantName),
            total: sent.total, expiresIn: isWaiting ? .seconds(max(0, sent.expiresAt - now)) : nil,
            ending: sent.ending.map { Ending($0) })
    }
}
