internal import Handoffs
internal import Relay
internal import Wire

/// Events as text: the log's JSON completed by what depends on the moment of reading, framed for a stream or
/// a page (Protocol/events.md). Data is one line of JSON, and ids and kinds are the relay's own words, so
/// nothing foreign can end a line (relay 67).
struct EventText {
    let epoch: String
    let now: Instant

    /// One event of a stream.
    func stream(_ item: EventFeed.Item) -> [UInt8] {
        switch item {
        case .event(let event): frame(id: event.sequence, event.kind, data(event))
        case .resync(let resync, let newest): frame(id: newest, .resync, data(resync))
        }
    }

    /// An event of the stream alone, without an id: come back after this long.
    static func farewell(_ kind: EventKind, reconnectInMilliseconds wait: Int64) -> [UInt8] {
        Array("event: \(kind.rawValue)\ndata: {\"reconnect_in_ms\":\(wait)}\n\n".utf8)
    }

    /// The answer to a long poll. `position` is the cursor that the poll came with.
    func page(_ replay: RelayService.Replay, position: Int64) -> [UInt8] {
        var text = Array("{\"events\":[".utf8)
        var cursor = position
        switch replay {
        case .page(let events):
            for (index, event) in events.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                append(id: event.sequence, event.kind, data(event), to: &text)
                cursor = event.sequence
            }
        case .resync(let resync, let newest):
            append(id: newest, .resync, data(resync), to: &text)
            cursor = newest
        }
        text += "],\"cursor\":\"\(epoch)-\(cursor)\",\"server_time_ms\":\(now.milliseconds)}".utf8
        return text
    }

    private func frame(id: Int64, _ kind: EventKind, _ data: [UInt8]) -> [UInt8] {
        var text = Array("id: \(epoch)-\(id)\nevent: \(kind.rawValue)\ndata: ".utf8)
        text.reserveCapacity(text.count + data.count + 2)
        text += data
        text += "\n\n".utf8
        return text
    }

    private func append(id: Int64, _ kind: EventKind, _ data: [UInt8], to text: inout [UInt8]) {
        text += "{\"id\":\"\(epoch)-\(id)\",\"event\":\"\(kind.rawValue)\",\"data\":".utf8
        text += data
        text.append(UInt8(ascii: "}"))
    }

    /// INVARIANT: what the log keeps is a JSON object with at least one member, so a comma may follow.
    private func data(_ event: LoggedEvent) -> [UInt8] {
        var text = event.data
        precondition(text.popLast() == UInt8(ascii: "}"), "an event's data is an object")
        if let expiresAt = event.expiresAt {
            text += ",\"expires_in_ms\":\(max(0, expiresAt.since(now).inMilliseconds))".utf8
        }
        switch event.attachment {
        case .none: break
        case .token(let token): append("token", token, to: &text)
        case .outcome(let outcome): append("outcome", outcome, to: &text)
        }
        text += ",\"server_time_ms\":\(now.milliseconds)}".utf8
        return text
    }

    private func data(_ resync: Resync) -> [UInt8] {
        var text = resync.encoded()
        precondition(text.popLast() == UInt8(ascii: "}"), "a snapshot is an object")
        text += ",\"server_time_ms\":\(now.milliseconds)}".utf8
        return text
    }

    /// A compact JWS has no character that JSON would escape.
    private func append(_ name: String, _ token: [UInt8], to text: inout [UInt8]) {
        text += ",\"\(name)\":\"".utf8
        text += token
        text.append(UInt8(ascii: "\""))
    }
}
