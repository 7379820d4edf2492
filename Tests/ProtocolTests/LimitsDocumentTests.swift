import HTTPMessages
import HTTPServer
import Handoffs
import Relay
import RelayHTTP
import Testing
import Wire

@Suite("Protocol/limits.md equals the constants")
struct LimitsDocumentTests {
    func seconds(_ duration: Duration) -> String { "\(duration.components.seconds)" }

    func expect(_ heading: String, _ limits: KeyValuePairs<String, String>) throws {
        let rows = try ProtocolPage("limits.md").table(under: heading).map { Array($0.prefix(2)) }
        #expect(rows == limits.map { ["`\($0.key)`", $0.value] })
    }

    @Test("handoffs and pairings")
    func lives() throws {
        try expect(
            "Handoffs",
            [
                "lease": seconds(HandoffLimits.lease), "authorizing": seconds(HandoffLimits.authorizing),
                "renewalAfterExpiry": seconds(HandoffLimits.renewalAfterExpiry),
                "lifetimeMin": seconds(HandoffLimits.lifetimeMin),
                "lifetimeDefault": seconds(HandoffLimits.lifetimeDefault),
                "lifetimeMax": seconds(HandoffLimits.lifetimeMax),
                "remembered": seconds(HandoffLimits.remembered),
                "inDoubtKept": seconds(HandoffLimits.inDoubtKept),
                "recipientsMax": "\(HandoffLimits.recipientsMax)",
                "spentClaimKeysMax": "\(HandoffLimits.spentClaimKeysMax)",
                "openPerSender": "\(RelayLimits.openPerSender)",
                "waitingPerRecipient": "\(RelayLimits.waitingPerRecipient)",
                "clockSkew": seconds(RelayLimits.clockSkew),
            ])
        try expect(
            "Pairings",
            [
                "lifetime": seconds(PairingLimits.lifetime), "endedKept": seconds(PairingLimits.endedKept),
                "unpairedKept": seconds(PairingLimits.unpairedKept),
                "bodyBytesMax": "\(PairingLimits.bodyBytesMax)",
            ])
    }

    @Test("bytes on the wire")
    func bytes() throws {
        try expect(
            "Bytes on the wire",
            [
                "headBytesMax": "\(RequestLimits().headBytesMax)",
                "createBodyBytesMax": "\(WireLimits.createBodyBytesMax)",
                "bodyBytesMax": "\(WireLimits.bodyBytesMax)", "tokenBytesMax": "\(WireLimits.tokenBytesMax)",
                "relayBytesMax": "\(WireLimits.relayBytesMax)",
                "noticeBytesMax": "\(WireLimits.noticeBytesMax)",
                "sealedNoticeBytes": "\(WireLimits.sealedNoticeBytes)",
                "sealedHandoffBytes": WireLimits.sealedHandoffBytes.map { "\($0)" }.joined(separator: ", "),
                "sealedOutcomeBytes": "\(WireLimits.sealedOutcomeBytes)",
                "sealedPaymentOutcomeBytes": "\(WireLimits.sealedPaymentOutcomeBytes)",
                "encapsulatedBytes": "\(WireLimits.encapsulatedBytes)",
            ])
    }

    @Test("events and the edge")
    func edge() throws {
        let server = HTTPServerConfiguration(listen: try #require(SocketAddress("127.0.0.1:0")))
        try expect(
            "Events",
            [
                "waitSecondsMax": "\(WireLimits.waitSecondsMax)", "heartbeat": seconds(EdgeLimits.heartbeat),
                "streamLife": seconds(EdgeLimits.streamLife),
                "rotateSpread": seconds(EdgeLimits.rotateSpread),
                "drainSpread": seconds(EdgeLimits.drainSpread), "netPeriod": seconds(EdgeLimits.netPeriod),
                "pageEvents": "\(RelayLimits.pageEvents)", "pageBytes": "\(RelayLimits.pageBytes)",
                "eventsPerDevice": "\(RelayLimits.eventsPerDevice)",
                "eventsKept": seconds(RelayLimits.eventsKept),
            ])
        try expect(
            "The edge",
            [
                "signatureWindowSeconds": "\(EdgeLimits.signatureWindowSeconds)",
                "drain": seconds(EdgeLimits.drain), "headDeadline": seconds(server.headDeadline),
                "bodyBytesPerSecondMin": "\(server.bodyBytesPerSecondMin)",
                "sweepRows": "\(RelayLimits.sweepRows)",
            ])
    }

    @Test("what an operator may change")
    func settings() throws {
        let rows = try ProtocolPage("limits.md").table(under: "What an operator may change")
        #expect(
            rows.map { Array($0.prefix(2)) }
                == RelayLimit.allCases.map { ["`\($0.rawValue)`", "\($0.standard)"] })
    }
}
