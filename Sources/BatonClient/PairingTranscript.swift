package import Crypto
internal import Encodings
package import HTTPMessages
package import Handoffs

/// Everything both devices said in one pairing, and what follows from it (Protocol/pairing.md, "Transcript").
package struct PairingTranscript: Sendable {
    /// What one device puts in: its card, an ephemeral key and 32 random bytes.
    package struct Half: Sendable, Equatable {
        package let card: DeviceCard
        package let ephemeral: P256PublicKey
        package let nonce: [UInt8]

        /// INVARIANT: `nonce` has 32 bytes.
        package init(card: DeviceCard, ephemeral: P256PublicKey, nonce: [UInt8]) {
            precondition(nonce.count == 32, "a nonce of \(nonce.count) bytes")
            self.card = card
            self.ephemeral = ephemeral
            self.nonce = nonce
        }

        var parts: [[UInt8]] { [card.bytes, ephemeral.x963, nonce] }

        /// As it travels inside a seal.
        var bytes: [UInt8] { LengthPrefixed.encode(parts) }

        /// Reads what the other device sealed; nil where anything is not as it must be.
        init?(parsing bytes: [UInt8]) {
            guard let parts = LengthPrefixed.decode(bytes), parts.count == 3, parts[2].count == 32 else {
                return nil
            }
            do {
                self.init(
                    card: try DeviceCard(parsing: parts[0]), ephemeral: try P256PublicKey(x963: parts[1]),
                    nonce: parts[2])
            } catch {
                // A card or key that cannot be read is refused like any other wrong byte.
                return nil
            }
        }
    }

    package let relay: BaseURL
    package let pairing: PairingID
    package let watch: Half
    package let phone: Half

    private static func label(_ name: String) -> [UInt8] { Array("baton/pair/1/\(name)".utf8) }

    /// `c`: what the watch promises before it knows anything of the phone, 16 bytes.
    static func commitment(of watch: Half, relay: BaseURL, pairing: PairingID) -> [UInt8] {
        let parts = [
            label("commitment"), Array("watch".utf8), Array(pairing.text.utf8), Array(relay.text.utf8),
        ]
        return Array(SHA256.hash(LengthPrefixed.encode(parts + watch.parts)).prefix(16))
    }

    /// The hash of all that was said, which names the pairing key and both grants.
    package var hash: [UInt8] {
        let commitment = Self.commitment(of: watch, relay: relay, pairing: pairing)
        let parts = [
            Self.label("transcript"), Array("watch".utf8), Array("phone".utf8), Array(pairing.text.utf8),
            Array(relay.text.utf8), commitment,
        ]
        return SHA256.hash(LengthPrefixed.encode(parts + watch.parts + phone.parts))
    }

    /// The key under which one step is sealed with the code's secret: one key for each direction.
    static func stepKey(_ step: Pairing.Step, secret: Secret) -> Secret {
        HKDF.derive(
            salt: [], material: secret, info: label("seal/\(step.rawValue)"), count: AESGCM.keyByteCount)
    }

    /// What a step's seal is bound to.
    static func aad(_ step: Pairing.Step, relay: BaseURL, pairing: PairingID) -> [UInt8] {
        LengthPrefixed.encode([label(step.rawValue), Array(pairing.text.utf8), Array(relay.text.utf8)])
    }

    /// What both devices derive: the code that the person compares, the pairing key and the keys of the
    /// confirmations.
    func agreement(own: P256PrivateKey, secret: Secret) throws(CryptoFailure) -> PairingAgreement {
        let other = own.publicKey == watch.ephemeral ? phone.ephemeral : watch.ephemeral
        let shared = try own.sharedSecret(with: other)
        let material = Secret(shared.copyBytes() + secret.copyBytes())
        let hash = hash
        let extracted = HKDF.extract(salt: hash, material: material)
        func key(_ name: String, _ count: Int = 32) -> Secret {
            HKDF.expand(extracted, info: Self.label(name), count: count)
        }
        return PairingAgreement(
            transcript: hash, code: Self.digits(from: key("code", 64)),
            psk: HPKE.PresharedKey(key: key("psk"), id: hash), watchKey: key("confirm/watch"),
            phoneKey: key("confirm/phone"), contactKey: key("contact"))
    }

    /// Six digits without a bias: words of four bytes from the largest multiple of a million on are passed
    /// over.
    static func digits(from stream: Secret) -> String {
        let bytes = stream.copyBytes()
        for start in stride(from: 0, to: bytes.count - 3, by: 4) {
            let word = bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard word < 4_294_000_000 else { continue }
            let number = String(word % 1_000_000)
            return String(repeating: "0", count: 6 - number.count) + number
        }
        // Sixteen words in a row beyond the multiple: one pairing in 10^58.
        return "000000"
    }
}

/// What follows from one transcript; equal on both devices or else useless.
struct PairingAgreement: Sendable {
    let transcript: [UInt8]
    let code: String
    let psk: HPKE.PresharedKey
    let watchKey: Secret
    let phoneKey: Secret
    let contactKey: Secret

    /// The watch's confirmation: it has been given the right code.
    var watchConfirmation: [UInt8] { HMAC.authenticate(transcript, key: watchKey) }

    /// The phone's confirmation over what it adds, 32 bytes and the addition.
    func phoneConfirmation(_ addition: [UInt8]) -> [UInt8] {
        HMAC.authenticate(LengthPrefixed.encode([transcript, addition]), key: phoneKey) + addition
    }

    /// The addition of a confirmation that verifies, else nil.
    func addition(of confirmation: [UInt8]) -> [UInt8]? {
        guard confirmation.count >= 32 else { return nil }
        let addition = Array(confirmation.dropFirst(32))
        let message = LengthPrefixed.encode([transcript, addition])
        return HMAC.isValid(Array(confirmation.prefix(32)), for: message, key: phoneKey) ? addition : nil
    }
}
