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
        let parts = (request.fields[field] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].hasPrefix("t="), parts[1].hasPrefix("v1=") else { return false }
        let time = String(parts[0].dropFirst(2))
        guard let told = Int64(time), String(told) == time, told <= seconds + secondsMax,
            told >= seconds - secondsMax
        else { return false }
        let expected = code(request.body, time, key)
        return constantTimeEquals(Array(parts[1].dropFirst(3).lowercased().utf8), Array(expected.utf8))
    }

    private static func code(_ body: [UInt8], _ time: String, _ key: Secret) -> String {
        Hexadecimal.encode(HMAC.authenticate(Array("\(time).".utf8) + body, key: key))
    }
}
