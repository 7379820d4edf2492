import HTTPMessages
import Testing

@testable import BatonClient

@Suite struct PairingLinkTests {
    private static let id = "AAECAwQFBgcICQoLDA0ODw"
    private static let once = "AAECAwQFBgcICQoLDA0ODw.EBESExQVFhcYGRobHB0eHw"
    private let good = "baton-pair:https://relay.example/base/\(id)#\(once)"

    @Test func `a link reads back as it was written`() throws {
        #expect(try PairingLink(good).text == good)
        #expect(try PairingLink(" \(good)\r\n").text == good)
        #expect(try PairingLink(good).relay.path == "/base")
    }

    @Test(arguments: [
        ("", PairingLinkRefusal.scheme), ("https://relay.example", .scheme), ("BATON-PAIR:x", .scheme),
        ("baton-pair:https://relay.example/\(id)", .secret),
        ("baton-pair:https://relay.example/\(id)#", .secret),
        ("baton-pair:https://relay.example/\(id)#AA.AA", .secret),
        ("baton-pair:https://relay.example/\(id)#\(id)", .secret),
        ("baton-pair:https://relay.example/\(id)#\(once)==", .secret),
        ("baton-pair:https://relay.example/\(id)#\(once).\(id)", .secret),
        ("baton-pair:https://relay.example/\(id)#\(once)#x", .secret),
        ("baton-pair:https://relay.example/\(id)#AAECAwQFBgcICQoLDA0ODx.EBESExQVFhcYGRobHB0eHw", .secret),
        ("baton-pair:https://relay.example/AA#\(once)", .pairing),
        ("baton-pair:https://relay.example/#\(once)", .pairing),
        ("baton-pair:https://relay.example/\(id)/#\(once)", .pairing),
        ("baton-pair:https://relay.example/\(id)?x#\(once)", .pairing),
        ("baton-pair:https://u@r.example/\(id)#\(once)", .relay),
        ("baton-pair:HTTPS://R.example/\(id)#\(once)", .relay),
        ("baton-pair:https://r.example:443/\(id)#\(once)", .relay),
        ("baton-pair:https://r.example/a/../\(id)#\(once)", .relay),
        ("baton-pair:ftp://r.example/\(id)#\(once)", .relay),
        ("baton-pair:\(id)#\(once)", .relay),
        ("baton-pair:https://r.example/\(String(repeating: "a", count: 700))/\(id)#\(once)", .tooLong),
    ])
    func `R-62: anything less than a whole link is refused`(text: String, refusal: PairingLinkRefusal) {
        #expect(throws: refusal) { try PairingLink(text) }
    }
}
