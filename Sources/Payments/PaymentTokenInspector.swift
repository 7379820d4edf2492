internal import Crypto

/// Opens any payment token for somebody to look at, genuine ones too: `baton-shop token open`. Checks what
/// `PaymentTokenOpener` checks, and says whose network signed it; it charges nothing.
package struct PaymentTokenInspector: Sendable {
    private let keys: [PaymentOpeningKey]
    private let roots: [PaymentTokenRoot]
    /// Whether certificates that have expired, and a signature that is old, are let pass and told.
    private let ignoresExpiry: Bool

    /// Opens with any of `keys` what somebody under one of `roots` signed.
    package init(keys: [PaymentOpeningKey], trusting roots: [PaymentTokenRoot], ignoringExpiry: Bool) {
        self.keys = keys
        self.roots = roots
        ignoresExpiry = ignoringExpiry
    }

    /// What is in the token, and who signed it when. `wanted` is compared as far as it is given; `isUsed`
    /// says whether a transaction was seen before.
    package func open(
        _ token: PaymentToken, wanted: WantedPayment = WantedPayment(), at seconds: Int64,
        isUsed: (_ transactionID: [UInt8]) -> Bool
    ) throws(PaymentTokenComplaint) -> InspectedPaymentToken {
        let opener = PaymentTokenOpener(opening: keys, trusting: roots.map(\.certificate))
        let key: PaymentOpeningKey
        do throws(PaymentTokenRefusal) {
            key = try opener.key(for: token)
            _ = try PaymentTokenOpener.ephemeralKey(of: token)
        } catch {
            throw PaymentTokenComplaint(error)
        }
        let signer = try signer(of: token, opener, at: seconds)
        do throws(PaymentTokenRefusal) {
            try checkTime(signer.signedAt, at: seconds)
            guard !isUsed(token.transactionID) else { throw .transactionRepeated }
            if let data = wanted.applicationData, SHA256.hash(data) != token.applicationDataHash {
                throw .applicationData
            }
            let plaintext = try PaymentTokenOpener.plaintext(of: token, with: key)
            let opened = try InspectedPaymentToken(token, plaintext, signer)
            if let amount = wanted.amount, amount != opened.amount {
                throw .amount(expected: amount, got: opened.amount)
            }
            if let code = wanted.currencyCode, code != opened.currencyCode {
                throw .currency(expected: code, got: opened.currencyCode)
            }
            return opened
        } catch {
            throw PaymentTokenComplaint(error, signer: signer)
        }
    }

    private func checkTime(_ signedAt: Int64, at seconds: Int64) throws(PaymentTokenRefusal) {
        let off = seconds - signedAt
        let isLate = off > PaymentTokenOpener.signedWithinSeconds
        guard off >= -PaymentTokenOpener.signedWithinSeconds, !isLate || ignoresExpiry else {
            throw .signingTime(secondsOff: off)
        }
    }

    private func signer(
        of token: PaymentToken, _ opener: PaymentTokenOpener, at seconds: Int64
    ) throws(PaymentTokenComplaint) -> PaymentTokenOrigin {
        let origin: PaymentTokenOrigin
        do throws(PaymentTokenRefusal) { origin = try judged(token, opener, at: seconds) } catch {
            throw PaymentTokenComplaint(error)
        }
        guard !origin.hasExpired || ignoresExpiry else {
            throw PaymentTokenComplaint(.expiredChain, signer: origin)
        }
        return origin
    }

    /// Who signed, judged now, and where a certificate has expired, at the time of signing: only that tells
    /// a genuine old token from one that was never trusted.
    private func judged(
        _ token: PaymentToken, _ opener: PaymentTokenOpener, at seconds: Int64
    ) throws(PaymentTokenRefusal) -> PaymentTokenOrigin {
        do throws(PaymentTokenRefusal) {
            return try origin(try opener.verifySignature(of: token, at: seconds), at: seconds)
        } catch {
            guard error == .expiredChain, let signedAt = Self.signingTime(of: token) else { throw error }
            return try origin(try opener.verifySignature(of: token, at: signedAt), at: seconds)
        }
    }

    private func origin(
        _ signer: DetachedCMS.Signer, at seconds: Int64
    ) throws(PaymentTokenRefusal) -> PaymentTokenOrigin {
        guard let signedAt = signer.signingTime else { throw .signingTimeMissing }
        guard let anchor = signer.chain.last, let leaf = signer.chain.first,
            let root = roots.first(where: { $0.certificate == anchor })
        else { throw .untrustedChain }
        do throws(CryptoFailure) {
            var end = try leaf.validUntil()
            for certificate in signer.chain { end = min(end, try certificate.validUntil()) }
            return PaymentTokenOrigin(
                network: root.network, root: try anchor.commonName() ?? "",
                signer: try leaf.commonName() ?? "", signedAt: signedAt, validUntil: end,
                hasExpired: end < seconds)
        } catch {
            throw .signatureMalformed
        }
    }

    private static func signingTime(of token: PaymentToken) -> Int64? {
        // A signature that cannot be read says no time; verifying it has said why.
        (try? DetachedCMS.signingTime(of: token.signature)) ?? nil
    }
}

/// What a token shall say; what is nil may be anything.
package struct WantedPayment: Sendable {
    /// In minor units.
    package var amount: Int64?
    /// ISO 4217's number, three digits.
    package var currencyCode: String?
    /// The request's application data, whose hash the token carries.
    package var applicationData: [UInt8]?

    /// Nothing wanted in particular.
    package init() {}
}

/// Who signed a token and when, as far as a chain to a trusted root says.
package struct PaymentTokenOrigin: Sendable, Hashable {
    package let network: PaymentTokenRoot.Network
    /// The root's name, and the signer's.
    package let root: String
    package let signer: String
    /// Seconds since 1970.
    package let signedAt: Int64
    /// When the first certificate of the chain ends.
    package let validUntil: Int64
    /// Whether one has ended: the chain was good when the token was signed.
    package let hasExpired: Bool
}

/// Why a token was not opened, with who signed it where that was found out.
package struct PaymentTokenComplaint: Error, Sendable {
    package let refusal: PaymentTokenRefusal
    package let signer: PaymentTokenOrigin?

    init(_ refusal: PaymentTokenRefusal, signer: PaymentTokenOrigin? = nil) {
        self.refusal = refusal
        self.signer = signer
    }
}
