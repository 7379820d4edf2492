import Encodings
import Handoffs
import JSON
import Testing

@testable import Wire

@Suite("Claims of tokens, outcomes and grants")
struct ClaimsTests {
    @Test("claims are read as they were written")
    func roundTrip() throws {
        for sealed in WireLimits.sealedHandoffBytes {
            let claims = Sample.token(sealed: sealed)
            #expect(try TokenClaims(payload: claims.payload()) == claims)
        }
        let superseding = Sample.token(supersedes: Sample.id(9))
        #expect(try TokenClaims(payload: superseding.payload()) == superseding)
        #expect(try OutcomeClaims(payload: Sample.outcome.payload()) == Sample.outcome)
        #expect(try GrantClaims(payload: Sample.grant.payload()) == Sample.grant)
    }

    @Test("a member that is missing, foreign, of another kind or another size is refused by its name")
    func refused() throws {
        try refuse(Sample.token(), optional: ["sup"])
        try refuse(Sample.outcome)
        try refuse(Sample.grant)
    }

    func refuse<Claims: SignedClaims>(_ claims: Claims, optional: Set<String> = []) throws {
        guard case .object(let object) = claims.json else { throw JSONError.missing(.root) }
        for (name, value) in object.members {
            var without = object
            without[name] = nil
            if !optional.contains(name) { expectRefusal(Claims.self, without, naming: name) }
            var other = object
            other[name] = .bool(true)
            expectRefusal(Claims.self, other, naming: name)
            guard case .string(let text) = value, name != "rly" else { continue }
            for wrong in [text + "=", text + "AA", String(text.dropLast()), ""] {
                var changed = object
                changed[name] = .string(wrong)
                expectRefusal(Claims.self, changed, naming: name)
            }
        }
        var more = object
        more["admin"] = true
        expectRefusal(Claims.self, more, naming: "admin")
    }

    func expectRefusal<Claims: SignedClaims>(_ type: Claims.Type, _ object: JSONObject, naming name: String) {
        do {
            _ = try Claims(payload: JSONValue.object(object).encoded())
            Issue.record("\(type) took \(name)")
        } catch {
            #expect(error.description.contains("$.\(name)"), "\(error)")
        }
    }

    @Test("another version is refused as such, before its members are looked at")
    func version() {
        #expect(throws: WireError.unsupportedVersion(2)) { try TokenClaims(payload: Array(#"{"v":2}"#.utf8)) }
    }

    @Test("times are whole seconds, duplicates and other number forms are refused")
    func numbers() {
        let text = Sample.grant.json.encodedString()
        for wrong in ["1.8e9", "1800000000.0", "\"1800000000\"", "-1", "99999999999999"] {
            let changed = text.replacing("\"iat\":1800000000", with: "\"iat\":\(wrong)")
            #expect(throws: WireError.self) { try GrantClaims(payload: Array(changed.utf8)) }
        }
        let doubled = text.replacing("\"v\":1,", with: "\"v\":1,\"v\":1,")
        #expect(throws: WireError.self) { try GrantClaims(payload: Array(doubled.utf8)) }
    }
}
