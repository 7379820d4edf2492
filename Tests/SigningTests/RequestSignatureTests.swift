import Crypto
import Encodings
import HTTPMessages
import Handoffs
import Testing

@testable import Signing

@Suite struct RequestSignatureTests {
    private let key: P256PrivateKey
    private let base: BaseURL
    private let nonce = "0123456789abcdefABCD_-"

    init() throws {
        key = try P256PrivateKey()
        base = try #require(BaseURL("https://relay.example/baton"))
    }

    /// As a client sends it, and as the relay behind a proxy that takes the base path off sees it.
    private func signed(
        _ target: String = "/v1/events?after=e-1", body: [UInt8] = [], authority: String? = nil
    ) throws -> Request {
        var request = Request(
            method: body.isEmpty ? .get : .post, target: base.path + target,
            fields: ["host": authority ?? base.authority], body: body)
        let parameters = RequestSignature.Parameters(
            created: 1_700_000_000, nonce: nonce, keyID: DeviceID(thumbprintOf: key.publicKey))
        try RequestSignature.sign(
            &request, authority: authority ?? base.authority, parameters: parameters, with: key)
        request.target = target
        return request
    }

    private func refusal(of request: Request) -> RequestSignatureRefusal? {
        do throws(RequestSignatureRefusal) {
            try RequestSignature(of: request).verify(request, base: base, with: key.publicKey)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a signed request verifies behind a base path, with and without query and body`() throws {
        #expect(refusal(of: try signed()) == nil)
        #expect(refusal(of: try signed("/v1/handoffs")) == nil)
        let request = try signed("/v1/handoffs/x/claim", body: Array("{}".utf8))
        #expect(refusal(of: request) == nil)
        let parameters = try RequestSignature(of: request).parameters
        #expect(parameters.created == 1_700_000_000 && parameters.nonce == nonce)
    }

    @Test func `each component is covered`() throws {
        var request = try signed(body: [1])
        request.method = .put
        #expect(refusal(of: request) == .signature)
        request = try signed()
        request.target = "/v1/events?after=e-2"
        #expect(refusal(of: request) == .signature)
        request.target = "/v1/event?after=e-1"
        #expect(refusal(of: request) == .signature)
        request = try signed(body: [1])
        request.body = [2]
        #expect(refusal(of: request) == .mismatch(component: "content-digest"))
        request.fields["content-digest"] = ContentDigest.value(for: [2])
        #expect(refusal(of: request) == .signature)
        request.fields["content-digest"] = nil
        #expect(refusal(of: request) == .mismatch(component: "content-digest"))
    }

    @Test func `R-29: a signature for another authority says so`() throws {
        #expect(refusal(of: try signed(authority: "elsewhere.example")) == .mismatch(component: "@authority"))
        var request = try signed()
        request.fields["host"] = "rewritten.example:8443"
        #expect(refusal(of: request) == nil, "the configured origin counts, not what a proxy wrote")
    }

    @Test func `missing, doubled and reordered parts are refused`() throws {
        let good = try signed()
        let input = try #require(good.fields["signature-input"])
        var request = good
        request.fields["signature-input"] = nil
        request.fields["signature"] = nil
        #expect(refusal(of: request) == .missing)
        request = good
        request.fields.append("signature-input", input)
        #expect(refusal(of: request) == .malformed("exactly one of each field"))
        let changes = [
            (#""@method" "@authority""#, #""@authority" "@method""#), (#" "@query""#, ""),
            ("sig=(", "sig1=("),
            (#";tag="baton""#, ""), (#";tag="baton""#, #";tag="baton";expires=1"#), ("created=", "created=0"),
            ("created=", "created=-"), ("created=", "created=+"), (#";alg="ecdsa-p256-sha256""#, ""),
            (#"nonce=""#, #"nonce="é"#), (nonce, "short"), (nonce, nonce + "\" x=\""),
            (nonce, String(repeating: "a", count: 129)), (#"keyid=""#, #"keyid="A"#),
            (#""content-digest")"#, #""content-digest" "content-digest")"#),
        ]
        for (from, to) in changes {
            let parts = input.split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
            #expect(parts.count == 2, "\(from)")
            request = good
            request.fields["signature-input"] = parts.joined(separator: to)
            guard case .malformed = refusal(of: request) else {
                Issue.record("\(from) → \(to): \(String(describing: refusal(of: request)))")
                continue
            }
        }
        for signature in ["sig=::", "sig=:AAAA:", "sig=AAAA", "other=:\(String(repeating: "A", count: 88)):"]
        {
            request = good
            request.fields["signature"] = signature
            #expect(refusal(of: request) == .malformed("signature"))
        }
    }

    @Test func `RFC 9421 appendix B.2.4: the published signature verifies`() throws {
        let key = try P256PublicKey(
            x: Base64.decode("qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA") ?? [],
            y: Base64.decode("Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0") ?? [])
        let lines = [
            #""@status": 200"#, #""content-type": application/json"#,
            #""content-digest": sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoY"#
                + #"hvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rj"#
                + "Juahq4l5aGgfLQ==:",
            #""content-length": 23"#,
            #""@signature-params": ("@status" "content-type" "content-digest" "content-length")"#
                + #";created=1618884473;keyid="test-key-ecc-p256""#,
        ]
        let signature = Base64.decode(
            "wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==",
            .standard)
        let message = Array(lines.joined(separator: "\n").utf8)
        #expect(ES256.isValid(try #require(signature), for: message, key: key))
    }
}
