package import Crypto
internal import Encodings

/// The chain that signs the payment tokens of this simulation: root, intermediate, and a leaf for each
/// wallet.
///
/// The intermediate's private key stands here for everybody to read, on purpose: a signature under it says
/// that the parts of a token belong together, as in the real format, and nothing about who made it. It is
/// no payment network.
package enum SimulatedNetwork {
    /// What a merchant of the simulation trusts.
    package static func roots() throws(CryptoFailure) -> [Certificate] { [try certificate(rootText)] }

    static func intermediate() throws(CryptoFailure) -> Certificate { try certificate(intermediateText) }

    static func intermediateKey() throws(CryptoFailure) -> P256PrivateKey {
        guard let scalar = Base64.decode(scalarText) else { throw .invalidKey }
        return try P256PrivateKey(scalar: Secret(scalar))
    }

    /// The mark of a certificate that signs payment tokens.
    static let leafMark = "1.2.840.113635.100.6.29"
    /// The mark of its issuer.
    static let intermediateMark = "1.2.840.113635.100.6.2.14"

    private static func certificate(_ text: String) throws(CryptoFailure) -> Certificate {
        guard let der = Base64.decode(text, .standard) else { throw .invalidParameter("certificate") }
        return try Certificate(der: der)
    }

    private static let rootText = """
        MIICGTCCAb+gAwIBAgIUZOdh6pfo3K2zfMf2nRJHiEc9zGcwCgYIKoZIzj0EAwIwWjEmMCQGA1UEAwwdQmF0b24gU2ltdWxh\
        dGVkIFBheW1lbnRzIFJvb3QxMDAuBgNVBAoMJ0JhdG9uIHNpbXVsYXRpb24sIG5vdCBhIHBheW1lbnQgbmV0d29yazAeFw0y\
        MDAxMDEwMDAwMDBaFw00OTEyMzEwMDAwMDBaMFoxJjAkBgNVBAMMHUJhdG9uIFNpbXVsYXRlZCBQYXltZW50cyBSb290MTAw\
        LgYDVQQKDCdCYXRvbiBzaW11bGF0aW9uLCBub3QgYSBwYXltZW50IG5ldHdvcmswWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC\
        AASryKtUseTf2Cg/2cb9l35d/a9GkHHOb95Hk1+NmoY+MS+77QpcU0PCnU9QcpuM4NnV9hB3LIa/FjpHU1c6KMNco2MwYTAP\
        BgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUohuk2/wKR0a1kqHfaQWYBsYfy38wHwYDVR0jBBgw\
        FoAUohuk2/wKR0a1kqHfaQWYBsYfy38wCgYIKoZIzj0EAwIDSAAwRQIhAJKZAHgc009fWqAejmo3yM69JDTBafcnep0C1gRT\
        +brpAiADH+r+76EeleFAjFgi7zgUPOGC9eGcebS58UIuGa5LgA==
        """
    private static let intermediateText = """
        MIICMzCCAdmgAwIBAgIUZ7Zs44p9GVhurJrP/wM68Oq2sMEwCgYIKoZIzj0EAwIwWjEmMCQGA1UEAwwdQmF0b24gU2ltdWxh\
        dGVkIFBheW1lbnRzIFJvb3QxMDAuBgNVBAoMJ0JhdG9uIHNpbXVsYXRpb24sIG5vdCBhIHBheW1lbnQgbmV0d29yazAeFw0y\
        MDAxMDEwMDAwMDBaFw00OTEyMzEwMDAwMDBaMGIxLjAsBgNVBAMMJUJhdG9uIFNpbXVsYXRlZCBQYXltZW50cyBJbnRlcm1l\
        ZGlhdGUxMDAuBgNVBAoMJ0JhdG9uIHNpbXVsYXRpb24sIG5vdCBhIHBheW1lbnQgbmV0d29yazBZMBMGByqGSM49AgEGCCqG\
        SM49AwEHA0IABMCwSOefS3+BPWDlVX5Ttu6SFVbXTQMbQOCO32glb6+5x9ZNe+RQU4GVpe3CzjT5ZAx/p8kQzsFw/BtcNZry\
        QBSjdTBzMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBSRfhqsZEaifT05uGwpRzbcDIfvJTAf\
        BgNVHSMEGDAWgBSiG6Tb/ApHRrWSod9pBZgGxh/LfzAQBgoqhkiG92NkBgIOBAIFADAKBggqhkjOPQQDAgNIADBFAiEA4gKh\
        IryDBreukataypUZKqMIoObkkKYBnIOPoFMI2psCIE25keYugQzh+FMXUgHw1skXSEGG4cCmZ4vRHMY7Zpxk
        """
    private static let scalarText = "o3MXtwqSa2DnXwxmbOUxokjWqvPZS_gLi2UtxhppgRE"
}
