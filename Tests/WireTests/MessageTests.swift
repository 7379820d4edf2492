import Handoffs
import JSON
import Testing

@testable import Wire

@Suite("Bodies of the relay's interface")
struct MessageTests {
    func expectRoundTrip<Message: WireMessage>(_ message: Message) throws {
        #expect(try Message(parsing: message.encoded()) == message)
    }

    @Test("every request is read as it was written, and refuses a member that it does not have")
    func requests() throws {
        try expectStrict(HandoffCreateRequest(tokens: ["a.b.c", "d.e.f"]))
        try expectStrict(ClaimRequest(sender: Sample.watch, claimKey: Sample.id(4)))
        try expectStrict(FenceRequest(sender: Sample.watch, fence: Fence(number: 7)))
        try expectStrict(OutcomeRequest(outcome: "a.b.c"))
        try expectStrict(CancelRequest())
        try expectStrict(NoticeRequest(recipient: Sample.phone, body: Sample.bytes(1, 2048)))
        try expectStrict(PairingOpenRequest(pairing: Sample.id(5), key: Sample.jwk))
        for step in Pairing.Step.allCases {
            let key = step == .answer ? Sample.jwk : nil
            try expectStrict(PairingMessageRequest(step: step, body: Sample.bytes(1, 100), key: key))
        }
        try expectStrict(GrantRequest(grant: "a.b.c"))
        try expectStrict(Sample.jwk)
    }

    func expectStrict<Message: WireMessage>(_ message: Message) throws {
        try expectRoundTrip(message)
        guard case .object(var object) = message.json else { throw JSONError.missing(.root) }
        object["extra"] = 1
        let body = JSONValue.object(object).encoded()
        #expect(throws: JSONError.unknownMember(.member(.root, "extra"))) { try Message(parsing: body) }
    }

    @Test("a create holds one to four tokens")
    func tokenCount() {
        for count in [0, 5] {
            let body = HandoffCreateRequest(tokens: [String](repeating: "a", count: count)).encoded()
            #expect(throws: JSONError.self) { try HandoffCreateRequest(parsing: body) }
        }
    }

    @Test("an answer brings a key, no other step does")
    func answerKey() {
        let without = PairingMessageRequest(step: .answer, body: []).encoded()
        #expect(throws: JSONError.self) { try PairingMessageRequest(parsing: without) }
        let with = PairingMessageRequest(step: .reveal, body: [], key: Sample.jwk).encoded()
        #expect(throws: JSONError.self) { try PairingMessageRequest(parsing: with) }
    }

    @Test("every answer is read as it was written, and takes members of a later relay")
    func answers() throws {
        try expectTolerant(Sample.fullStatus())
        try expectTolerant(HandoffStatus(key: Sample.key, state: .offered, rung: .stored, fence: .none))
        try expectTolerant(
            ClaimAnswer(
                state: .claimed, fence: Fence(number: 1), lease: .seconds(30), expiresAt: 1_800_000_600,
                expiresIn: .seconds(500), token: "a.b.c", serverTime: Instant(seconds: 1_800_000_000)))
        try expectTolerant(
            PairingStatus(
                pairing: Sample.id(5), state: .ended, reason: .conflict, seen: 2,
                messages: [.init(number: 2, sender: Sample.watch, step: .reveal, body: [1, 2])],
                watch: Sample.watch, phone: Sample.phone, grants: [Sample.watch], expiresIn: .seconds(3),
                serverTime: Instant(seconds: 1_800_000_000)))
        let cursor = EventCursor(epoch: "e1", sequence: 9)
        let pair = PairedDevices(pairing: Sample.id(5), watch: Sample.watch, phone: Sample.phone)
        try expectTolerant(
            Resync(reason: .evicted, cursor: cursor, handoffs: [Sample.fullStatus()], pairings: [pair]))
        try expectTolerant(Notice(sender: Sample.watch, body: [1]))
    }

    @Test("what is written without a tree is what the tree would say, also of hostile text")
    func direct() {
        var status = Sample.fullStatus()
        for text in [nil, "", "a\"b\\c\u{1}é\u{202E}", "a.b.c"] {
            status.token = text
            status.outcome = text
            status.isCancelRequested.toggle()
            status.issuedAt = text.map { Int64($0.utf8.count) }
            status.supersededBy = text == nil ? nil : Sample.id(9)
            #expect(status.encoded() == status.json.encoded())
        }
        let bare = HandoffStatus(key: Sample.key, state: .inDoubt, rung: .authorizing, fence: .none)
        #expect(bare.encoded() == bare.json.encoded())
    }

    func expectTolerant<Message: WireMessage>(_ message: Message) throws {
        #expect(message.encoded() == message.json.encoded())
        try expectRoundTrip(message)
        guard case .object(var object) = message.json else { throw JSONError.missing(.root) }
        object["later"] = ["a": 1]
        #expect(try Message(parsing: JSONValue.object(object).encoded()) == message)
    }

    @Test("an event of each kind is read, one of a later relay is passed over")
    func events() throws {
        let status = Sample.fullStatus()
        let data = status.encoded()
        #expect(try RelayEvent(kind: "offer", data: data) == .offer(status))
        #expect(try RelayEvent(kind: "cancel-requested", data: data) == .cancelRequested(status))
        #expect(
            try RelayEvent(kind: "drain", data: Array(#"{"reconnect_in_ms":1500}"#.utf8))
                == .drain(reconnectIn: .milliseconds(1500)))
        #expect(try RelayEvent(kind: "later", data: [1, 2]) == .unknown(kind: "later"))
        let page = """
            {"events":[{"id":"e-4","event":"offer","data":\(status.json.encodedString())}],\
            "cursor":"e-4","server_time_ms":5}
            """
        let entry = EventPage.Entry(id: EventCursor(epoch: "e", sequence: 4), event: .offer(status))
        #expect(try EventPage(parsing: Array(page.utf8)).events == [entry])
    }

    @Test("a problem document is read leniently, and another's JSON is no problem of ours (relay 76)")
    func problems() throws {
        let body =
            #"{"type":"urn:baton:problem:taken","title":"t","retryable":false,"state":"claimed","detail":7}"#
        let problem = try Problem(parsing: Array(body.utf8))
        #expect(problem.code == .taken)
        #expect(problem.state == .claimed)
        #expect(problem.detail == nil)
        #expect(try Problem(parsing: Array(#"{"error":"proxy"}"#.utf8)).code == nil)
        #expect(throws: JSONError.self) { try Problem(parsing: Array("<html>".utf8)) }
    }

    @Test("the status of a failed and of a successful purchase cannot be told apart")
    func sameShape() {
        #expect(
            Set(HandoffState.allCases.map(\.rawValue)).isDisjoint(with: ["failed", "succeeded", "completed"]))
    }
}
