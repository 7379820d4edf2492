package import Crypto
internal import Encodings

/// A certificate at which a payment token's chain may end, and whose network it stands for.
package struct PaymentTokenRoot: Sendable, Hashable {
    /// Whose tokens end at a root.
    package enum Network: String, Hashable, Sendable {
        /// Baton's own simulation.
        case simulated
        /// Apple's: a genuine token, of the sandbox or not.
        case apple
        /// One that whoever runs the merchant named.
        case configured
    }

    package let certificate: Certificate
    package let network: Network

    /// A root of a network.
    package init(_ certificate: Certificate, _ network: Network) {
        self.certificate = certificate
        self.network = network
    }

    /// Those that are known without being named: the simulation's, and Apple Root CA - G3, so that a genuine
    /// token is told from a forged one. A shop that charges trusts the first alone.
    package static func known() throws(CryptoFailure) -> [PaymentTokenRoot] {
        var roots: [PaymentTokenRoot] = []
        for certificate in try SimulatedNetwork.roots() {
            roots.append(PaymentTokenRoot(certificate, .simulated))
        }
        guard let der = Base64.decode(appleText, .standard) else { throw .invalidParameter("certificate") }
        roots.append(PaymentTokenRoot(try Certificate(der: der), .apple))
        return roots
    }

    /// Apple Root CA - G3, as www.apple.com/certificateauthority publishes it; SHA-256
    /// 63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179.
    private static let appleText = """
        MIICQzCCAcmgAwIBAgIILcX8iNLFS5UwCgYIKoZIzj0EAwMwZzEbMBkGA1UEAwwSQXBwbGUgUm9vdCBDQSAtIEczMSYwJAYD\
        VQQLDB1BcHBsZSBDZXJ0aWZpY2F0aW9uIEF1dGhvcml0eTETMBEGA1UECgwKQXBwbGUgSW5jLjELMAkGA1UEBhMCVVMwHhcN\
        MTQwNDMwMTgxOTA2WhcNMzkwNDMwMTgxOTA2WjBnMRswGQYDVQQDDBJBcHBsZSBSb290IENBIC0gRzMxJjAkBgNVBAsMHUFw\
        cGxlIENlcnRpZmljYXRpb24gQXV0aG9yaXR5MRMwEQYDVQQKDApBcHBsZSBJbmMuMQswCQYDVQQGEwJVUzB2MBAGByqGSM49\
        AgEGBSuBBAAiA2IABJjpLz1AcqTtkyJygRMc3RCV8cWjTnHcFBbZDuWmBSp3ZHtfTjjTuxxEtX/1H7YyYl3J6YRbTzBPEVoA\
        /VhYDKX1DyxNB0cTddqXl5dvMVztK517IDvYuVTZXpmkOlEKMaNCMEAwHQYDVR0OBBYEFLuw3qFYM4iapIqZ3r6966/ayySr\
        MA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMAoGCCqGSM49BAMDA2gAMGUCMQCD6cHEFl4aXTQY2e3v9GwOAEZL\
        uN+yRhHFD/3meoyhpmvOwgPUnPWTxnS4at+qIxUCMG1mihDK1A3UT82NQz60imOlM27jbdoXt2QfyFMm+YhidDkLF1vLUagM\
        6BgD56KyKA==
        """
}
