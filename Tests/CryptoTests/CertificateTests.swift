import Encodings
import Testing

@testable import Crypto

/// Certificates and detached signatures: what is made here verifies under its root, and nothing else does.
@Suite struct CertificateTests {
    private let rootKey: P256PrivateKey
    private let leafKey: P256PrivateKey
    private let root: Certificate
    private let leaf: Certificate
    private let content = Array("a payment".utf8)
    private static let now: Int64 = 1_750_000_000

    init() throws {
        (rootKey, leafKey) = (try P256PrivateKey(), try P256PrivateKey())
        root = try Certificate.selfSigned(Self.template("Root", isAuthority: true), with: rootKey)
        leaf = try root.issue(
            Self.template("Leaf", isAuthority: false), for: leafKey.publicKey, with: rootKey)
    }

    private static func template(_ name: String, isAuthority: Bool) -> CertificateTemplate {
        CertificateTemplate(
            commonName: name, organization: "Test", validFrom: now - 100, validUntil: now + 100,
            isAuthority: isAuthority, marks: [.init(id: "1.2.3.4.5", value: [0x0C, 2, 0x68, 0x69])])
    }

    private func signature(chain: [Certificate]? = nil, key: P256PrivateKey? = nil) throws -> [UInt8] {
        try DetachedCMS.sign(content, with: key ?? leafKey, chain: chain ?? [leaf], at: Self.now)
    }

    private func refusal(
        _ signature: [UInt8], content: [UInt8]? = nil, roots: [Certificate]? = nil, at time: Int64 = Self.now
    ) -> CMSRefusal? {
        do throws(CMSRefusal) {
            _ = try DetachedCMS.verify(
                signature, of: content ?? self.content, trusting: roots ?? [root], at: time)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a signature says who signed, when, and by whose word`() throws {
        let signer = try DetachedCMS.verify(
            try signature(), of: content, trusting: [root], at: Self.now)
        #expect(signer.chain == [leaf, root])
        #expect(signer.signingTime == Self.now)
        #expect(try DetachedCMS.certificates(in: try signature()) == [leaf])
    }

    @Test func `other content, another root and another time are refused`() throws {
        let signature = try signature()
        #expect(refusal(signature, content: content + [0]) == .mismatch)
        #expect(refusal(signature, content: []) == .mismatch)
        let stranger = try Certificate.selfSigned(
            Self.template("Root", isAuthority: true), with: try P256PrivateKey())
        #expect(refusal(signature, roots: [stranger]) == .untrusted)
        #expect(refusal(signature, roots: []) == .untrusted)
        #expect(refusal(signature, at: Self.now + 101) == .expired)
        #expect(refusal(signature, at: Self.now - 101) == .expired)
    }

    @Test func `a leaf signs no certificates`() throws {
        let key = try P256PrivateKey()
        let below = try leaf.issue(
            Self.template("Below", isAuthority: false), for: key.publicKey, with: leafKey)
        let signature = try DetachedCMS.sign(content, with: key, chain: [below, leaf], at: Self.now)
        #expect(refusal(signature) == .untrusted)
    }

    @Test func `what is cut short, changed or too long gives a refusal and nothing worse`() throws {
        let signature = try signature()
        for count in stride(from: 0, to: signature.count, by: 7) {
            #expect(refusal(Array(signature.prefix(count))) == .malformed)
        }
        for index in stride(from: 0, to: signature.count, by: 3) {
            var changed = signature
            changed[index] ^= 0x41
            // Some bytes are nobody's: a certificate's unused name, for instance. None may make it crash.
            _ = refusal(changed)
        }
        #expect(refusal(signature + [0]) == .malformed)
        #expect(refusal([UInt8](repeating: 0x30, count: DetachedCMS.bytesMax + 1)) == .malformed)
        #expect(throws: CMSRefusal.malformed) { try DetachedCMS.signingTime(of: [0x30, 0x80]) }
        #expect(throws: CMSRefusal.malformed) { try DetachedCMS.certificates(in: []) }
    }

    @Test func `signing without a chain, or with another's certificate, fails`() throws {
        #expect(throws: CryptoFailure.invalidParameter("chain")) {
            try DetachedCMS.sign(content, with: leafKey, chain: [], at: Self.now)
        }
        #expect(throws: CryptoFailure.self) { try signature(key: try P256PrivateKey()) }
    }

    @Test func `a certificate reads back: key, own extension, text form`() throws {
        let read = try Certificate(der: leaf.der)
        #expect(try read.publicKey() == leafKey.publicKey)
        #expect(try read.extensionValue("1.2.3.4.5") == [0x0C, 2, 0x68, 0x69])
        #expect(try read.extensionValue("1.2.3.4.6") == nil)
        #expect(throws: CryptoFailure.invalidParameter("extension")) { try read.extensionValue("x") }
        #expect(read.pem.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        for count in stride(from: 0, to: leaf.der.count, by: 11) {
            #expect(throws: CryptoFailure.invalidParameter("certificate")) {
                try Certificate(der: Array(leaf.der.prefix(count)))
            }
        }
        #expect(throws: CryptoFailure.invalidParameter("certificate")) {
            try Certificate(der: leaf.der + [0])
        }
    }

    @Test func `a public key's DER form reads back, and only the one form does`() throws {
        let info = leafKey.publicKey.subjectPublicKeyInfo
        #expect(info == leaf.subjectPublicKeyInfo)
        #expect(try P256PublicKey(subjectPublicKeyInfo: info) == leafKey.publicKey)
        for other in [[], Array(info.dropLast()), info + [0], [0x31] + info.dropFirst()] {
            #expect(throws: CryptoFailure.invalidKey) { try P256PublicKey(subjectPublicKeyInfo: other) }
        }
    }
}
