internal import BatonClient
internal import Checkout
internal import HTTPMessages
internal import Handoffs
internal import Sealing
internal import Surfaces
internal import Wire

/// The person's other devices are told of a new pairing, sealed to each (Protocol/pairing.md, "Notices").
struct PairingNotices: Sendable {
    let device: Device

    /// Tells those who are still to be told. Whoever cannot be reached is told with the next contact.
    func send() async {
        do {
            let owed = try await device.journal.owedNotices()
            guard !owed.isEmpty else { return }
            let known = try await device.pairedDevices()
            for notice in owed { try await send(notice, known) }
        } catch {
            // The journal keeps them for the next time.
        }
    }

    private func send(
        _ owed: OwedNotice, _ known: [(device: PairedDevice, line: RelayLine)]
    ) async throws(Complaint) {
        let recipient = known.first { $0.device.pairing == owed.recipient }
        let about = known.first { $0.device.pairing == owed.about }?.device.card
        if let recipient, let about {
            let (other, line) = recipient
            let header = PairingNotice.Header(
                sender: line.id, recipient: other.card.id, relay: line.relay.base.text)
            let notice = PairingNotice(
                id: owed.id, device: about.id, name: about.name, kind: about.kind.name,
                pairedAt: owed.pairedAt)
            do {
                let body = try notice.sealed(header, to: other.card.agreementKey, sharing: other.psk)
                try await line.client.notify(other.card.id, body)
            } catch let error as RelayError {
                // Refused, they are no longer paired.
                guard case .refused = error else { return }
            } catch {
                // A name that does not fit, or libcrypto: it would fail for ever.
            }
        }
        try await device.keeping { journal throws(JournalFailure) in try await journal.drop(owed) }
    }

    /// Keeps what the relay brought from a paired device; what does not open is nobody's.
    func take(_ notice: Notice, at line: RelayLine) async throws(Complaint) {
        let senders = try await device.keeping { journal throws(JournalFailure) in
            try await journal.devices(at: line.relay)
        }.filter { $0.card.id == notice.sender }
        let header = PairingNotice.Header(
            sender: notice.sender, recipient: line.id, relay: line.relay.base.text)
        for sender in senders {
            let opened: PairingNotice
            do throws(SealingRefusal) {
                opened = try PairingNotice(
                    opening: notice.body, header, with: line.relay.keys.agreement, sharing: sender.psk)
            } catch {
                continue
            }
            return try await device.keeping { journal throws(JournalFailure) in
                try await journal.keep(opened, from: sender.card)
            }
        }
    }

    /// Shows what was told and not shown yet.
    func show() async throws(Complaint) {
        let notices = try await device.keeping { journal throws(JournalFailure) in
            try await journal.takeNotices()
        }
        for notice in notices {
            let sender = DeviceShown(
                id: notice.sender.text, name: ForeignText(notice.senderName), kind: notice.senderKind)
            let other = DeviceShown(
                id: notice.device.text, name: ForeignText(notice.name), kind: notice.kind)
            device.face.show(.pairedElsewhere(by: sender, with: other))
        }
    }
}
