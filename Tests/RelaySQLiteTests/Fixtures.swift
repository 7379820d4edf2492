import Handoffs
import Relay
import Testing
import Wire

/// Values to fill a store with; every number gives another one.
enum Fixture {
    static func device(_ number: Int) throws -> DeviceID { try identifier(number) }

    static func digest(_ number: Int) throws -> Digest { try identifier(number) }

    static func key(_ number: Int, of sender: Int = 1, at now: Instant) throws -> HandoffKey {
        let random = (0..<10).map { UInt8(truncatingIfNeeded: number >> (8 * (9 - min($0, 9)))) }
        return HandoffKey(sender: try device(sender), id: HandoffID(at: now, random: random))
    }

    /// A handoff that was just created, to the devices with these numbers.
    static func handoff(
        _ number: Int, from sender: Int = 1, to recipients: [Int] = [2], at now: Instant
    ) throws -> Handoff {
        Handoff(
            offering: try key(number, of: sender, at: now), issuedAt: now,
            expiresAt: now.adding(.seconds(600)),
            supersedes: nil,
            to: try recipients.map {
                Handoff.Recipient(device: try device($0), token: try digest(number * 100 + $0))
            })
    }

    static func claim(of device: Int, _ number: Int = 1) throws -> Handoff.Claim {
        Handoff.Claim(device: try self.device(device), key: try identifier(number))
    }

    static func pairing(_ number: Int, watch: Int, phone: Int?, at now: Instant) throws -> Pairing {
        var pairing = Pairing(opening: try identifier(number), by: try party(watch), at: now)
        pairing.phone = try phone.map { try party($0) }
        return pairing
    }

    static func party(_ number: Int) throws -> Pairing.Party {
        Pairing.Party(device: try device(number), key: [4] + [UInt8](repeating: UInt8(number), count: 64))
    }

    static func event(
        _ kind: EventKind = .state, for device: Int, about handoff: HandoffKey? = nil,
        with attachment: EventDraft.Attachment = .none
    ) throws -> EventDraft {
        EventDraft(
            device: try self.device(device), kind: kind, handoff: handoff, expiresAt: nil,
            data: Array(#"{"n":1}"#.utf8), attachment: attachment)
    }

    static func token(for device: DeviceID) -> [UInt8] { Array("token for \(device)".utf8) }

    static func identifier<ID: Identifier>(_ number: Int) throws -> ID {
        var bytes = [UInt8](repeating: 0, count: ID.Storage.count)
        for place in 0..<8 {
            bytes[bytes.count - 1 - place] = UInt8(truncatingIfNeeded: number >> (8 * place))
        }
        return try #require(ID(bytes: bytes))
    }
}

extension RelayStore {
    /// One handoff as it is kept.
    func handoff(_ key: HandoffKey) async throws -> Handoff? {
        var scope = RelayScope()
        scope.handoffs = [key]
        return try await read(scope).handoffs.first
    }

    /// Creates a handoff with a token for each recipient and an offer in each log.
    func create(_ handoff: Handoff) async throws -> Committed<Void> {
        var scope = RelayScope()
        scope.handoffs = [handoff.key]
        return try await update(scope) { slice in
            guard slice.handoffs.isEmpty else { return }
            slice.handoffs.append(handoff)
            for recipient in handoff.recipients {
                let body = Fixture.token(for: recipient.device)
                slice.newTokens.append(
                    .init(key: TokenKey(handoff: handoff.key, recipient: recipient.device), body: body))
                slice.append(
                    EventDraft(
                        device: recipient.device, kind: .offer, handoff: handoff.key,
                        expiresAt: handoff.expiresAt, data: Array("{}".utf8), attachment: .token(body)))
            }
        }
    }

    /// Applies an event as the relay does; the refusal is a value.
    func apply(
        _ event: Handoff.Event, to key: HandoffKey, telling device: DeviceID? = nil
    ) async throws -> Committed<Handoff.Refusal?> {
        var scope = RelayScope()
        scope.handoffs = [key]
        return try await update(scope) { slice in
            guard let index = slice.handoffs.indices.first else { return .notFound }
            do throws(Handoff.Refusal) {
                _ = try slice.handoffs[index].apply(event, at: slice.now)
            } catch {
                return error
            }
            if let device {
                slice.append(
                    EventDraft(
                        device: device, kind: .state, handoff: key, expiresAt: nil, data: Array("{}".utf8),
                        attachment: .none))
            }
            return nil
        }
    }
}
