import HTTPMessages
import Handoffs
import Testing

@testable import DeviceApp

/// The link to a purchase (Protocol/http.md).
@Suite struct HandoffLinkTests {
    private let sender = String(repeating: "A", count: 43)
    private let id = String(repeating: "A", count: 22)

    @Test(arguments: ["https://relay.example", "https://example.com/relay", "http://127.0.0.1:8700"])
    func `AP-1: a link is read back as it was written`(base: String) throws {
        let text = "baton-open:\(base)/\(sender)/\(id)"
        let link = try #require(HandoffLink(text))
        #expect(link.text == text)
        #expect(link.relay.text == base)
        #expect(link.key.sender.text == sender)
        #expect(link.key.id.text == id)
    }

    @Test func `anything else is no link`() {
        let base = "https://relay.example"
        let wrong = [
            "", "baton-open:", "\(base)/\(sender)/\(id)", "BATON-OPEN:\(base)/\(sender)/\(id)",
            "baton-pair:\(base)/\(sender)/\(id)", "baton-open:\(base)/\(id)", "baton-open:\(sender)/\(id)",
            "baton-open:\(base)/\(sender)/\(id)/", "baton-open:\(base)/\(sender)/\(id)=",
            "baton-open:\(base)/\(sender.dropLast())B/\(id)",
            "baton-open:ftp://relay.example/\(sender)/\(id)",
            "baton-open:https://\(String(repeating: "a", count: 700)).example/\(sender)/\(id)",
        ]
        for text in wrong { #expect(HandoffLink(text) == nil, "\(text.prefix(80))") }
    }
}
