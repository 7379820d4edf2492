import Handoffs
import Testing

@testable import Signing

/// Thumbprints against what RFC 7638 has published.
@Suite struct ThumbprintTests {
    @Test func `RFC 7638, section 3.1: the example key has the published thumbprint, in any order`() {
        let members = [("e", "AQAB"), ("kty", "RSA"), ("n", modulus)]
        for order in [members, members.reversed()] {
            #expect(
                DeviceID.thumbprint(members: order).text == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
        }
        let other = DeviceID.thumbprint(members: [("e", "AQAC"), ("kty", "RSA"), ("n", modulus)])
        #expect(other.text != "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    }

    private let modulus =
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1"
        + "L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4"
        + "QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbO"
        + "pbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csF"
        + "Cur-kEgU8awapJzKnqDKgw"
}
