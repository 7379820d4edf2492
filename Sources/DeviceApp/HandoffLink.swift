internal import HTTPMessages
internal import Handoffs

/// The deep link that opens one purchase on the phone: `baton-open:BASE/SENDER/ID` (AP-1,
/// Protocol/http.md). It holds no secret: whoever else has it can do nothing with it.
struct HandoffLink: Sendable, Equatable {
    let relay: BaseURL
    let key: HandoffKey

    private static let scheme = "baton-open:"

    var text: String { "\(Self.scheme)\(relay.text)/\(key.sender.text)/\(key.id.text)" }

    init(relay: BaseURL, key: HandoffKey) {
        self.relay = relay
        self.key = key
    }

    /// Reads a link; nil where the text is none.
    init?(_ text: String) {
        guard text.hasPrefix(Self.scheme), text.utf8.count <= 700 else { return nil }
        var rest = text.dropFirst(Self.scheme.count)
        guard let last = rest.lastIndex(of: "/"),
            let id = HandoffID(text: rest[rest.index(after: last)...])
        else { return nil }
        rest = rest[..<last]
        guard let slash = rest.lastIndex(of: "/"),
            let sender = DeviceID(text: rest[rest.index(after: slash)...]),
            let relay = BaseURL(String(rest[..<slash]))
        else { return nil }
        self.init(relay: relay, key: HandoffKey(sender: sender, id: id))
    }
}
