package import Crypto
import Encodings
package import HTTPMessages

/// How order events are signed, as ACP says: `Merchant-Signature: t=SECONDS,v1=HEX`, an HMAC-SHA-256 over
/// the time, a point and the body (Protocol/merchant.md, order events).
package enum WebhookSignature {
    /// How old an event may be when it is checked, in seconds.
    package static let secondsMax: Int64 = 300

    private static let field = "merchant-signature"

    /// The request that tells an event.
    package static func request(path: String, body: [UInt8], at seconds: Int64, key: Secret) -> Request {
        Request(
            method: .post, target: path.isEmpty ? "/" : path,
            fields: [
                "content-type": "application/json",
                field: "t=\(seconds),v1=\(code(body, String(seconds), key))",
            ],
            body: body)
    }

    /// Whether the request is signed with `key` and fresh. There is no mode without this check (checkout 80).
    package static func isValid(_ request: Request, at seconds: Int64, key: Secret) -> Bool {
        do throws(WebhookRefusal) {
            _ = try verify(request.fields[field], body: request.body, at: seconds, keys: [key])
            return true
        } catch {
            return false
        }
    }

    /// When an event was signed with one of `keys`: the value of its `Merchant-Signature` over its body, as
    /// it came. A value that names no second, or another scheme than `v1`, is none.
    package static func verify(
        _ value: String?, body: [UInt8], at seconds: Int64, keys: [Secret]
    ) throws(WebhookRefusal) -> Int64 {
        guard let value, !value.isEmpty else { throw .unsigned }
        let parts = value.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].hasPrefix("t="), parts[1].hasPrefix("v1=") else { throw .malformed }
        let time = String(parts[0].dropFirst(2))
        let sent = Array(parts[1].dropFirst(3).lowercased().utf8)
        guard let told = Int64(time), String(told) == time, told >= 0,
            Hexadecimal.decode(String(decoding: sent, as: UTF8.self))?.count == SHA256.byteCount
        else { throw .malformed }
        guard keys.contains(where: { constantTimeEquals(sent, Array(code(body, time, $0).utf8)) }) else {
            throw .mismatch
        }
        let (off, overflows) = seconds.subtractingReportingOverflow(told)
        guard !overflows, off.magnitude <= secondsMax.magnitude else { throw .stale(secondsOff: off) }
        return told
    }

    private static func code(_ body: [UInt8], _ time: String, _ key: Secret) -> String {
        Hexadecimal.encode(HMAC.authenticate(Array("\(time).".utf8) + body, key: key))
    }
}

/// Why an order event is not believed. A receiver answers each with 401 and ACP's `invalid_signature`.
package enum WebhookRefusal: Error, Hashable, Sendable {
    /// It carries no signature (checkout 80).
    case unsigned
    /// The signature is not `t=SECONDS,v1=HEX`.
    case malformed
    /// Signed with another key, or changed since.
    case mismatch
    /// Signed too long ago, or in the future: it may be a recording.
    case stale(secondsOff: Int64)

    /// The stable name of the reason.
    package var code: String {
        switch self {
        case .unsigned: "unsigned"
        case .malformed: "signature_malformed"
        case .mismatch: "signature_mismatch"
        case .stale: "signature_stale"
        }
    }
}

extension WebhookRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsigned: "the event has no Merchant-Signature; none is believed without"
        case .malformed: "the Merchant-Signature is not t=SECONDS,v1=HEX"
        case .mismatch: "the event was changed after it was signed, or signed with another key"
        case .stale(let off): "the event was signed \(off) s from now, at most 300 s are allowed"
        }
    }
}
