internal import HTTPMessages
package import Handoffs
internal import JSON
package import Wire

extension RelayClient {
    /// What came after a place in this device's log, at once or within `wait` seconds (0 to 25).
    package func events(
        after cursor: EventCursor?, wait: Int64
    ) async throws(RelayError) -> EventPage {
        let after = cursor.map { "after=\($0.text)&" } ?? ""
        let page = try await send(
            .get, "/v1/events?\(after)wait=\(wait)", deadline: wait == 0 ? nil : .seconds(wait + 10)
        ) { body throws(JSONError) in try EventPage(parsing: body) }
        learn(page.serverTime)
        return page
    }
}
