package import JSON

/// How grave a fault of a payment request is.
package enum RequestFaultRank: String, CaseIterable, Sendable {
    /// What a browser refuses: the request is not read.
    case refused = "invalid"
    /// What only Baton objects to: the sheet opens and needs an explicit yes.
    case objected = "unsafe"
}

/// One thing that is wrong with a payment request: where, what it is, and what is allowed.
package struct RequestFault: Error, Hashable, Sendable {
    package let code: RequestFaultCode
    package let path: JSONPath
    /// What it is, to go after the path: `is missing`, `is "1e2"`. One line, shortened.
    package let got: String
    /// What is allowed, to go after that: `must be …`.
    package let allowed: String

    package var rank: RequestFaultRank { code.rank }
}

extension RequestFault: CustomStringConvertible {
    /// One line: the path, what it is, what is allowed.
    package var description: String { "\(path): \(got); \(allowed)" }
}
