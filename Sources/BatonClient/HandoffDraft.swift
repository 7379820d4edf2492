package import Crypto
package import HTTPMessages
package import Handoffs
package import JSON
package import Sealing
internal import Signing

/// What a watch hands off, before it is signed: the same draft makes the tokens of one to four phones, and
/// makes them again under the same id where the relay refused the clock (Protocol/token.md).
package struct HandoffDraft: Sendable {
    package let id: HandoffID
    /// 16 random bytes, the root of the purchase's idempotency keys: the same in every token.
    package let salt: [UInt8]
    package let relay: BaseURL
    /// Nil for a payment request that no merchant stands behind.
    package let merchant: HandoffContents.Merchant?
    /// The merchant's signed price.
    package let quote: String?
    /// A payment request without a quote.
    package let request: JSONValue?
    package let prefill: HandoffContents.Prefill
    /// How long it can be claimed, 30 s to 24 h.
    package let lifetime: Duration
    /// The handoff of the same merchant session that this one replaces.
    package let supersedes: HandoffID?

    /// A draft. INVARIANT: `salt` has 16 bytes.
    package init(
        id: HandoffID, salt: [UInt8], relay: BaseURL, merchant: HandoffContents.Merchant?, quote: String?,
        request: JSONValue? = nil, prefill: HandoffContents.Prefill = .init(),
        lifetime: Duration = HandoffLimits.lifetimeDefault, supersedes: HandoffID? = nil
    ) {
        precondition(salt.count == 16, "a salt of \(salt.count) bytes")
        self.id = id
        self.salt = salt
        self.relay = relay
        self.merchant = merchant
        self.quote = quote
        self.request = request
        self.prefill = prefill
        self.lifetime = lifetime
        self.supersedes = supersedes
    }

    /// Seals and signs one token for each phone, each with a reply key of its own. `now` is the relay's time,
    /// by which the relay judges `iat`.
    package func signed(
        for phones: [PairedDevice], with keys: DeviceKeys, at now: Instant
    ) throws(HandoffRefusal) -> SignedHandoff {
        guard !phones.isEmpty else { throw .noRecipient }
        guard phones.count <= HandoffLimits.recipientsMax else {
            throw .tooManyRecipients(phones.count, max: HandoffLimits.recipientsMax)
        }
        if let stranger = phones.first(where: { $0.relay != relay }) {
            throw .pairedElsewhere(stranger.card.id)
        }
        guard (HandoffLimits.lifetimeMin...HandoffLimits.lifetimeMax).contains(lifetime) else {
            throw .lifetime(lifetime)
        }
        let expiresAt = now.seconds + lifetime.inMilliseconds / 1000
        var tokens: [SignedToken] = []
        for phone in phones {
            let header = HandoffToken.Header(
                sender: keys.id, recipient: phone.card.id, id: id, issuedAt: now.seconds,
                expiresAt: expiresAt,
                relay: relay.text, supersedes: supersedes)
            tokens.append(try token(for: phone, header, with: keys))
        }
        let key = HandoffKey(sender: keys.id, id: id)
        return SignedHandoff(key: key, issuedAt: now.seconds, expiresAt: expiresAt, tokens: tokens)
    }

    private func token(
        for phone: PairedDevice, _ header: HandoffToken.Header, with keys: DeviceKeys
    ) throws(HandoffRefusal) -> SignedToken {
        let replyKey: P256PrivateKey
        do throws(CryptoFailure) { replyKey = try P256PrivateKey() } catch { throw .sealing(.crypto(error)) }
        let contents = HandoffContents(
            replyKey: replyKey.publicKey, salt: salt, merchant: merchant, quote: quote, request: request,
            prefill: prefill)
        do throws(SealingRefusal) {
            let token = try HandoffToken(
                contents, header: header, to: phone.card.agreementKey, sharing: phone.psk, with: keys.signing)
            return SignedToken(
                recipient: header.recipient, text: token.signed.text, identity: token.identity,
                replyKey: replyKey)
        } catch {
            throw .sealing(error)
        }
    }
}

/// The tokens of one handoff. Reply keys and identities go to the journal before the texts go to the relay
/// (design section 5).
package struct SignedHandoff: Sendable {
    package let key: HandoffKey
    /// Seconds, by the relay's clock.
    package let issuedAt: Int64
    package let expiresAt: Int64
    package let tokens: [SignedToken]

    /// What one create carries.
    package var texts: [String] { tokens.map(\.text) }

    /// What the journal keeps to open the outcome with.
    package var replies: [ExpectedReply] { tokens.map(\.reply) }
}

/// One phone's token as it was made here.
package struct SignedToken: Sendable {
    package let recipient: DeviceID
    /// The compact JWS.
    package let text: String
    /// What the outcome will name.
    package let identity: Handoffs.Digest
    /// The private half of the key that the outcome is sealed to.
    package let replyKey: P256PrivateKey

    /// What the journal keeps of it.
    package var reply: ExpectedReply {
        ExpectedReply(phone: recipient, token: identity, replyKey: replyKey)
    }
}

/// What a watch needs to open one phone's outcome.
package struct ExpectedReply: Sendable {
    package let phone: DeviceID
    /// The identity of the token that the phone got.
    package let token: Handoffs.Digest
    package let replyKey: P256PrivateKey

    /// One phone's reply, as the journal kept it.
    package init(phone: DeviceID, token: Handoffs.Digest, replyKey: P256PrivateKey) {
        self.phone = phone
        self.token = token
        self.replyKey = replyKey
    }
}
