package import Crypto

/// What a merchant is about to charge, and what its token must therefore say.
package struct PaymentExpectation: Sendable, Equatable {
    /// In minor units.
    package let amount: Int64
    /// ISO 4217's number, three digits.
    package let currencyCode: String
    /// The request's application data: SHA-256 of the latest quote's text.
    package let applicationData: [UInt8]?

    /// The amount of one quote.
    package init(amount: Int64, currencyCode: String, applicationData: [UInt8]?) {
        self.amount = amount
        self.currencyCode = currencyCode
        self.applicationData = applicationData
    }
}

/// The merchant's end: verifies and opens payment tokens with whichever of its keys they are sealed for.
package struct PaymentTokenOpener: Sendable {
    /// A token older than this, or as far in the future, is refused: it may be a recording.
    package static let signedWithinSeconds: Int64 = 300

    private let keys: [PaymentOpeningKey]
    private let roots: [Certificate]

    /// Opens with any of `keys` what somebody under one of `roots` signed.
    package init(keys: [MerchantPaymentKey], trusting roots: [Certificate]) {
        self.init(opening: keys.map(\.opening), trusting: roots)
    }

    /// As `init(keys:trusting:)`, with keys that came without their certificates.
    package init(opening keys: [PaymentOpeningKey], trusting roots: [Certificate]) {
        self.keys = keys
        self.roots = roots
    }

    /// The credential of a token that may be charged: signed, fresh, not seen before, for this quote,
    /// amount and currency.
    ///
    /// `isUsed` says whether a transaction id was seen before; whoever charges looks again in the
    /// transaction that does.
    package func open(
        _ token: PaymentToken, expecting expectation: PaymentExpectation, at seconds: Int64,
        isUsed: (_ transactionID: [UInt8]) -> Bool
    ) throws(PaymentTokenRefusal) -> PaymentCredential {
        let key = try key(for: token)
        _ = try Self.ephemeralKey(of: token)
        let signedAt = try verifySignature(of: token, at: seconds).signingTime
        guard let signedAt else { throw .signingTimeMissing }
        let off = seconds - signedAt
        guard abs(off) <= Self.signedWithinSeconds else { throw .signingTime(secondsOff: off) }
        guard !isUsed(token.transactionID) else { throw .transactionRepeated }
        guard token.applicationDataHash == expectation.applicationData.map({ SHA256.hash($0) }) else {
            throw .applicationData
        }
        let credential = try Self.decrypt(token, with: key)
        guard credential.transactionAmount == expectation.amount else {
            throw .amount(expected: expectation.amount, got: credential.transactionAmount)
        }
        guard credential.currencyCode == expectation.currencyCode else {
            throw .currency(expected: expectation.currencyCode, got: credential.currencyCode)
        }
        return credential
    }

    /// The key that a token names by its hash. Throws `unknownKey`.
    func key(for token: PaymentToken) throws(PaymentTokenRefusal) -> PaymentOpeningKey {
        guard let key = keys.first(where: { $0.publicKeyHash == token.publicKeyHash }) else {
            throw .unknownKey
        }
        return key
    }

    /// Who signed it and when: somebody under a trusted root whose certificates are made for it and valid at
    /// `seconds`.
    func verifySignature(
        of token: PaymentToken, at seconds: Int64
    ) throws(PaymentTokenRefusal) -> DetachedCMS.Signer {
        let signer: DetachedCMS.Signer
        do throws(CMSRefusal) {
            signer = try DetachedCMS.verify(
                token.signature, of: token.signedBytes, trusting: roots, at: seconds)
        } catch {
            switch error {
            case .malformed: throw .signatureMalformed
            case .mismatch: throw .signatureMismatch
            case .untrusted: throw .untrustedChain
            case .expired: throw .expiredChain
            }
        }
        guard signer.chain.count >= 2,
            Self.has(SimulatedNetwork.leafMark, signer.chain[0]),
            Self.has(SimulatedNetwork.intermediateMark, signer.chain[1])
        else { throw .certificateRole }
        return signer
    }

    /// The credential, without a look at who signed it.
    static func decrypt(
        _ token: PaymentToken, with key: PaymentOpeningKey
    ) throws(PaymentTokenRefusal) -> PaymentCredential {
        let plaintext = try plaintext(of: token, with: key)
        do { return try PaymentCredential(parsing: plaintext) } catch { throw .plaintext(error) }
    }

    /// What the token seals, unread, without a look at who signed it.
    static func plaintext(
        of token: PaymentToken, with key: PaymentOpeningKey
    ) throws(PaymentTokenRefusal) -> [UInt8] {
        let ephemeral = try ephemeralKey(of: token)
        do throws(CryptoFailure) {
            let shared = try key.key.sharedSecret(with: ephemeral)
            let content = PaymentToken.contentKey(shared, merchantIDHash: key.merchantIDHash)
            return try AESGCM.open(token.data, key: content, nonce: PaymentToken.nonce)
        } catch {
            throw .notDecryptable
        }
    }

    static func ephemeralKey(of token: PaymentToken) throws(PaymentTokenRefusal) -> P256PublicKey {
        do { return try P256PublicKey(subjectPublicKeyInfo: token.ephemeralPublicKey) } catch {
            throw .ephemeralKey
        }
    }

    private static func has(_ mark: String, _ certificate: Certificate) -> Bool {
        do { return try certificate.extensionValue(mark) != nil } catch { return false }
    }
}
