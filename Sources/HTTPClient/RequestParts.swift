import HTTPMessages

/// A request as libcurl wants it, checked.
struct RequestParts: Sendable {
    let url: String
    let origin: String
    let host: String
    let isPlain: Bool
    let method: Method
    let lines: [String]
    let body: [UInt8]

    init(_ request: Request, _ base: BaseURL) throws(HTTPClientError) {
        guard request.target.hasPrefix("/"), request.target.utf8.allSatisfy({ $0 > 32 && $0 < 127 }),
            !request.target.contains("#")
        else { throw .malformedRequest(reason: "its target is no path") }
        if let authority = request.authority, authority != base.authority {
            throw .malformedRequest(reason: "it is meant for \(authority), not \(base.authority)")
        }
        url = base.origin + request.target
        origin = base.origin
        host = base.host
        isPlain = base.scheme == .http
        method = request.method
        body = request.body
        var lines: [String] = []
        for (name, value) in request.fields where name != "host" && name != "content-length" {
            // libcurl drops a field that ends in its colon; a semicolon stands for an empty one.
            lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        // What libcurl would add by itself is taken back.
        lines.append("Expect:")
        if request.fields["content-type"] == nil { lines.append("Content-Type:") }
        self.lines = lines
    }
}
