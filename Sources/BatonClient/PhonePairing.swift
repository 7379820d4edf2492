package import Crypto
internal import Encodings
package import Handoffs
internal import JSON
internal import Signing
package import Wire

/// The phone's side of pairing as a value (Protocol/pairing.md). It has seen only the commitment when it
/// answers, and shows the code only after what the watch revealed is what it promised.
package struct PhonePairing: Sendable {
    /// What the driver does next.
    package enum Effect: Sendable, Equatable {
        /// Post this step; the same bytes again on every retry. The answer goes with the signing key.
        case post(Pairing.Step, [UInt8])
        /// Show the six digits, to be typed on the watch named here.
        case showCode(String, watch: DeviceCard)
        /// Ask whether the watch says "Code right"; No comes first.
        case askWhetherRight
        /// Post this grant.
        case postGrant(String)
        /// Keep the pairing, then say so: the relay has both grants.
        case paired(PairedDevice)
        /// Tell the person; nothing is paired.
        case ended(PairingEnd)
    }

    private enum Phase: Equatable {
        case waitingForReveal
        case showingCode
        case asking
        case waitingForGrants(PairedDevice)
        case over
    }

    package let link: PairingLink
    private let keys: DeviceKeys
    private let ephemeral: P256PrivateKey
    private let half: PairingTranscript.Half
    private var reveal: [UInt8]?
    private var watch: PairingTranscript.Half?
    private var agreement: PairingAgreement?
    private var phase = Phase.waitingForReveal

    /// Begins with a link. Everything random comes in: `nonce` of 32 bytes.
    package init(
        link: PairingLink, keys: DeviceKeys, card: DeviceCard, ephemeral: P256PrivateKey, nonce: [UInt8]
    ) {
        self.link = link
        self.keys = keys
        self.ephemeral = ephemeral
        half = PairingTranscript.Half(card: card, ephemeral: ephemeral.publicKey, nonce: nonce)
    }

    /// The answer, sealed with 12 fresh random bytes. Ends in `failed` only where libcrypto does.
    package func answer(sealingNonce: [UInt8]) -> Effect {
        do {
            return .post(.answer, try PairingSeal.seal(half.bytes, .answer, link: link, nonce: sealingNonce))
        } catch {
            // libcrypto failed on a good key: nothing here can go on.
            return .ended(.failed)
        }
    }

    /// Takes the relay's word on where the pairing stands.
    package mutating func apply(_ status: PairingStatus) -> [Effect] {
        guard phase != .over else { return [] }
        if let end = WatchPairing.end(of: status) { return finish(end) }
        if let phone = status.phone, phone != keys.id { return finish(.someoneElseAnswered) }
        var effects: [Effect] = []
        for message in status.messages where message.sender != keys.id && phase != .over {
            effects += receive(message)
        }
        if case .waitingForGrants(let device) = phase, status.state == .paired {
            phase = .over
            effects.append(.paired(device))
        }
        return effects
    }

    /// The person's answer to `askWhetherRight`. `region` goes to the watch, sealed, unless it is withheld;
    /// `sealingNonce` is 12 fresh random bytes.
    package mutating func confirm(
        _ saysRight: Bool, region: ShortenedRegion?, sealingNonce: [UInt8], at now: Instant
    ) -> [Effect] {
        guard phase == .asking, let agreement, let watch else { return [] }
        guard saysRight else { return finish(.refused) }
        guard let addition = PairingSeal.seal(region, key: agreement.contactKey, nonce: sealingNonce),
            let grant = PairingGrant.make(
                keys: keys, link: link, watch: watch.card.id, phone: keys.id, agreement, now)
        else { return finish(.failed) }
        phase = .waitingForGrants(
            PairedDevice(
                pairing: link.pairing, relay: link.relay, card: watch.card, psk: agreement.psk, region: nil))
        return [.post(.phoneConfirm, agreement.phoneConfirmation(addition)), .postGrant(grant)]
    }

    /// The person gave up.
    package mutating func abort() -> [Effect] { phase == .over ? [] : finish(.refused) }

    private mutating func receive(_ message: PairingStatus.NumberedMessage) -> [Effect] {
        switch message.step {
        case .reveal:
            if let reveal { return reveal == message.body ? [] : finish(.someoneElseAnswered) }
            reveal = message.body
            return check(message)
        case .watchConfirm:
            guard phase == .showingCode, let agreement else { return [] }
            guard constantTimeEquals(message.body, agreement.watchConfirmation) else {
                return finish(.notAuthentic)
            }
            phase = .asking
            return [.askWhetherRight]
        case .abort: return finish(.aborted)
        case .answer, .phoneConfirm: return []
        }
    }

    private mutating func check(_ message: PairingStatus.NumberedMessage) -> [Effect] {
        guard let opened = PairingSeal.open(message.body, .reveal, link: link),
            let watch = PairingTranscript.Half(parsing: opened), watch.card.id == message.sender
        else { return finish(.notAuthentic) }
        let promised = PairingTranscript.commitment(of: watch, relay: link.relay, pairing: link.pairing)
        guard constantTimeEquals(promised, link.commitment) else { return finish(.commitment) }
        let transcript = PairingTranscript(
            relay: link.relay, pairing: link.pairing, watch: watch, phone: half)
        do {
            let agreement = try transcript.agreement(own: ephemeral, secret: link.secret)
            self.agreement = agreement
            self.watch = watch
            phase = .showingCode
            return [.showCode(agreement.code, watch: watch.card)]
        } catch {
            // libcrypto failed on good keys: nothing here can go on.
            return finish(.failed)
        }
    }

    private mutating func finish(_ end: PairingEnd) -> [Effect] {
        phase = .over
        agreement = nil
        switch end {
        case .aborted, .expired: return [.ended(end)]
        case .someoneElseAnswered, .wrongCode, .commitment, .notAuthentic, .refused, .failed:
            return [.post(.abort, []), .ended(end)]
        }
    }
}
