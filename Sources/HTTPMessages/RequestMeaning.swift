/// What line and fields of a request mean together: where it goes, where its body ends, what follows.
enum RequestMeaning {
    static func head(_ line: RequestLine, _ fields: Fields) throws(Refused) -> RequestHead {
        let host = try host(fields, isOld: line.isOld)
        let expectation = fields["expect"]?.lowercased()
        if let expectation, expectation != "100-continue" { throw Refused(.expectationFailed) }
        let framing = try framing(fields, isOld: line.isOld)
        return RequestHead(
            method: line.method, target: try target(line, host), fields: fields, isOld: line.isOld,
            framing: framing, keepsAlive: !line.isOld && !closes(fields),
            expectsContinue: expectation != nil && !line.isOld && framing != .none)
    }

    /// Exactly one Host field, of HTTP/1.0 at most one (RFC 9112, section 3.2).
    private static func host(_ fields: Fields, isOld: Bool) throws(Refused) -> String? {
        let hosts = fields.values("host")
        guard hosts.count == 1 || isOld && hosts.isEmpty, hosts.allSatisfy(FieldSyntax.isHost) else {
            throw Refused(.badRequest)
        }
        return hosts.first
    }

    /// The target in origin form. The absolute form must be understood (RFC 9112, section 3.2.2) and must
    /// name the same place as Host.
    private static func target(_ line: RequestLine, _ host: String?) throws(Refused) -> String {
        let target = line.target
        if target.hasPrefix("/") { return target }
        if target == "*", line.method == .options { return target }
        for scheme in ["http://", "https://"] where target.hasPrefix(scheme) {
            let rest = target.dropFirst(scheme.utf8.count)
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            guard let host, rest[..<end].lowercased() == host.lowercased() else { break }
            return rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
        }
        throw Refused(.badRequest)
    }

    /// RFC 9112, section 6.3, with every doubt refused: two lengths, even equal ones, or a length beside
    /// chunks.
    private static func framing(_ fields: Fields, isOld: Bool) throws(Refused) -> RequestHead.Framing {
        let codings = fields.values("transfer-encoding")
        let lengths = fields.values("content-length")
        if let coding = codings.first {
            guard codings.count == 1, lengths.isEmpty, !isOld else { throw Refused(.badRequest) }
            guard coding.lowercased() == "chunked" else { throw Refused(.notImplemented) }
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        guard lengths.count == 1, let length = Digits.decimal(text) else { throw Refused(.badRequest) }
        return length == 0 ? .none : .length(length)
    }

    private static func closes(_ fields: Fields) -> Bool {
        guard let options = fields["connection"] else { return false }
        return options.lowercased().split(separator: ",").contains { option in
            option.drop { $0 == " " || $0 == "\t" }.hasPrefix("close")
        }
    }
}
