import HTTPMessages
import Handoffs
import Testing
import Wire

@testable import RelayHTTP

@Suite("Pairing over HTTP")
struct PairingRouteTests {
    let relay: TestRelay
    let watch: TestDevice
    let phone: TestDevice

    init() throws {
        relay = try TestRelay()
        (watch, phone) = (try TestDevice(), try TestDevice())
    }

    func read(_ id: PairingID, by device: TestDevice, seen: Int = 0) async throws -> Answer {
        try await relay.send(.get, "/v1/pairings/\(id)?seen=\(seen)", by: device)
    }

    @Test("a pairing ends in two grants, and both devices are told")
    func whole() async throws {
        let id = try await relay.pair(watch, phone)
        let status = try await read(id, by: watch).read(PairingStatus.self)
        #expect(status.state == .paired)
        #expect(status.messages.map(\.step) == [.answer, .reveal, .watchConfirm, .phoneConfirm])
        #expect(try await read(id, by: phone, seen: 3).read(PairingStatus.self).messages.count == 1)
        for device in [watch, phone] {
            guard case .paired(let pair)? = try await relay.poll(device).events.last?.event else {
                throw TestFailure("not told")
            }
            #expect(pair == PairedDevices(pairing: id, watch: watch.id, phone: phone.id))
        }
    }

    @Test("each step can be repeated byte for byte; a different answer ends the pairing for both (relay 79)")
    func secondAnswer() async throws {
        let id = relay.pairingID()
        let open = PairingOpenRequest(pairing: id, key: watch.jwk)
        #expect(try await relay.post("/v1/pairings", open, by: watch).status == .created)
        #expect(try await relay.post("/v1/pairings", open, by: watch).status == .ok)
        let answer = PairingMessageRequest(step: .answer, body: [1], key: phone.jwk)
        for _ in 0..<2 {
            #expect(try await relay.post("/v1/pairings/\(id)/messages", answer, by: phone).status == .ok)
        }
        let thief = try TestDevice()
        let second = PairingMessageRequest(step: .answer, body: [1], key: thief.jwk)
        let refused = try await relay.post("/v1/pairings/\(id)/messages", second, by: thief)
        #expect((refused.status, refused.code) == (.conflict, .pairingConflict))
        for device in [watch, phone] {
            #expect(try await read(id, by: device).read(PairingStatus.self).reason == .conflict)
        }
        #expect(try await read(id, by: thief).status == .unauthorized)
    }

    @Test("another watch cannot take an id that is in use")
    func taken() async throws {
        let id = relay.pairingID()
        _ = try await relay.post("/v1/pairings", PairingOpenRequest(pairing: id, key: watch.jwk), by: watch)
        let other = PairingOpenRequest(pairing: id, key: phone.jwk)
        #expect(try await relay.post("/v1/pairings", other, by: phone).code == .pairingExists)
    }

    @Test("an unfinished pairing ends after 120 s")
    func lifetime() async throws {
        let id = relay.pairingID()
        _ = try await relay.post("/v1/pairings", PairingOpenRequest(pairing: id, key: watch.jwk), by: watch)
        relay.clock.advance(.seconds(120))
        let status = try await read(id, by: watch).read(PairingStatus.self)
        #expect((status.state, status.reason) == (.ended, .expired))
        let late = PairingMessageRequest(step: .answer, body: [1], key: phone.jwk)
        #expect(try await relay.post("/v1/pairings/\(id)/messages", late, by: phone).code == .pairingEnded)
    }

    @Test("a grant of another pairing, relay, signer or form is refused")
    func grants() async throws {
        let id = relay.pairingID()
        _ = try await relay.post("/v1/pairings", PairingOpenRequest(pairing: id, key: watch.jwk), by: watch)
        let steps: [(TestDevice, PairingMessageRequest)] = [
            (phone, .init(step: .answer, body: [1], key: phone.jwk)),
            (watch, .init(step: .reveal, body: [2])),
        ]
        for (device, step) in steps {
            _ = try await relay.post("/v1/pairings/\(id)/messages", step, by: device)
        }
        let early = GrantRequest(grant: try relay.grant(watch, watch, phone, id))
        #expect(try await relay.post("/v1/pairings/\(id)/grant", early, by: watch).code == .pairingOrder)
        let confirm = PairingMessageRequest(step: .watchConfirm, body: [3])
        _ = try await relay.post("/v1/pairings/\(id)/messages", confirm, by: watch)
        let stranger = try TestDevice()
        let wrong = [
            try relay.grant(watch, watch, phone, relay.pairingID()), try relay.grant(phone, watch, phone, id),
            try relay.grant(watch, watch, stranger, id), try relay.grant(watch, phone, watch, id),
        ]
        for grant in wrong {
            let answer = try await relay.post(
                "/v1/pairings/\(id)/grant", GrantRequest(grant: grant), by: watch)
            #expect(answer.code == .badToken)
        }
        #expect(try await relay.post("/v1/pairings/\(id)/grant", early, by: watch).status == .ok)
    }

    @Test("unpairing withdraws what can be withdrawn, leaves a tombstone, and spares other pairings")
    func unpair() async throws {
        let other = try TestDevice()
        let id = try await relay.pair(watch, phone)
        _ = try await relay.pair(watch, other)
        let (alone, shared, going) = (relay.handoffID(), relay.handoffID(), relay.handoffID())
        try await relay.create(watch, [phone], alone)
        try await relay.create(watch, [phone, other], shared)
        let (_, tokens) = try await relay.create(watch, [phone], going)
        _ = try await relay.claim(going, of: watch, by: phone)
        _ = try await relay.step("authorizing", going, of: watch, by: phone, fence: 1)
        for _ in 0..<2 {
            let answer = try await relay.send(.delete, "/v1/pairings/\(id)", by: phone)
            #expect(try answer.read(PairingStatus.self).state == .unpaired)
        }
        func state(_ id: HandoffID) async throws -> HandoffState {
            try await relay.status(id, of: watch, by: watch).read(HandoffStatus.self).state
        }
        #expect(try await state(alone) == .cancelled)
        #expect(try await state(shared) == .offered)
        #expect(try await state(going) == .authorizing)
        #expect(try await relay.claim(shared, of: watch, by: phone).status == .notFound)
        #expect(try await relay.create(watch, [phone], relay.handoffID()).answer.code == .notGranted)
        #expect(try await relay.create(watch, [other], relay.handoffID()).answer.status == .created)
        let outcome = try relay.outcome(going, of: watch, by: phone, token: tokens[0], fence: 1)
        #expect(try await relay.settle(going, outcome).read(HandoffStatus.self).state == .settled)
        let replayed = GrantRequest(grant: try relay.grant(phone, watch, phone, id))
        #expect(try await relay.post("/v1/pairings/\(id)/grant", replayed, by: phone).code == .pairingEnded)
    }

    @Test("a sealed notice reaches a paired device, either way, and nobody else")
    func notices() async throws {
        _ = try await relay.pair(watch, phone)
        let stranger = try TestDevice()
        let there = NoticeRequest(recipient: phone.id, body: [7])
        #expect(try await relay.post("/v1/notices", there, by: watch).status == .accepted)
        let back = NoticeRequest(recipient: watch.id, body: [8])
        #expect(try await relay.post("/v1/notices", back, by: phone).status == .accepted)
        guard case .notice(let notice)? = try await relay.poll(phone).events.last?.event else {
            throw TestFailure("no notice")
        }
        #expect(notice == Notice(sender: watch.id, body: [7]))
        let foreign = NoticeRequest(recipient: stranger.id, body: [7])
        #expect(try await relay.post("/v1/notices", foreign, by: watch).status == .notFound)
    }
}
