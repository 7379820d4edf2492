package import Crypto
internal import Encodings
package import HTTPMessages
package import Handoffs
internal import JSON
internal import Signing
package import Wire

/// The watch's side of pairing as a value: what the relay says and what the person types go in, what to
/// send and to show comes out (Protocol/pairing.md). Secrets and the count of errors live here, in memory
/// only.
package struct WatchPairing: Sendable {
    /// What the driver does next.
    package enum Effect: Sendable, Equatable {
        /// Post this step; the same bytes again on every retry.
        case post(Pairing.Step, [UInt8])
        /// Ask the person for the six digits that the phone shows.
        case askForCode
        /// Show "Code right", then wait for the phone.
        case showCodeRight
        /// The code was wrong; so many tries are left.
        case showCodeWrong(triesLeft: Int)
        /// Post this grant.
        case postGrant(String)
        /// Keep the pairing, then say so: the relay has both grants.
        case paired(PairedDevice)
        /// Tell the person; nothing is paired.
        case ended(PairingEnd)
    }

    private enum Phase: Equatable {
        case waitingForAnswer
        case askingForCode(errors: Int)
        case waitingForPhone
        case waitingForGrants(PairedDevice)
        case over
    }

    package let link: PairingLink
    private let keys: DeviceKeys
    private let ephemeral: P256PrivateKey
    private let half: PairingTranscript.Half
    private var answer: [UInt8]?
    private var phone: PairingTranscript.Half?
    private var agreement: PairingAgreement?
    private var phase = Phase.waitingForAnswer

    /// How many wrong codes end it.
    package static let errorsMax = 3

    /// Begins a pairing. Everything random comes in: `secret` of 16 bytes, `nonce` of 32.
    package init(
        keys: DeviceKeys, card: DeviceCard, relay: BaseURL, pairing: PairingID, ephemeral: P256PrivateKey,
        secret: Secret, nonce: [UInt8]
    ) {
        self.keys = keys
        self.ephemeral = ephemeral
        half = PairingTranscript.Half(card: card, ephemeral: ephemeral.publicKey, nonce: nonce)
        let commitment = PairingTranscript.commitment(of: half, relay: relay, pairing: pairing)
        link = PairingLink(relay: relay, pairing: pairing, secret: secret, commitment: commitment)
    }

    /// Takes the relay's word on where the pairing stands. `sealingNonce` is 12 fresh random bytes, `now`
    /// the relay's time.
    package mutating func apply(
        _ status: PairingStatus, sealingNonce: [UInt8], at now: Instant
    ) -> [Effect] {
        guard phase != .over else { return [] }
        if let end = Self.end(of: status) { return finish(end) }
        var effects: [Effect] = []
        for message in status.messages where message.sender != keys.id && phase != .over {
            effects += receive(message, sealingNonce: sealingNonce, at: now)
        }
        if case .waitingForGrants(let device) = phase, status.state == .paired {
            phase = .over
            effects.append(.paired(device))
        }
        return effects
    }

    /// Takes what the person typed; spaces and hyphens do not count, digits of any script do. Only
    /// right after `askForCode` or `showCodeWrong`.
    package mutating func enter(_ typed: String) -> [Effect] {
        guard case .askingForCode(let errors) = phase, let agreement else { return [] }
        let digits = Self.digits(in: typed)
        guard constantTimeEquals(Array(digits.utf8), Array(agreement.code.utf8)) else {
            if errors + 1 >= Self.errorsMax { return finish(.wrongCode) }
            phase = .askingForCode(errors: errors + 1)
            return [.showCodeWrong(triesLeft: Self.errorsMax - errors - 1)]
        }
        phase = .waitingForPhone
        return [.showCodeRight, .post(.watchConfirm, agreement.watchConfirmation)]
    }

    private static func digits(in typed: String) -> String {
        let kept = typed.filter { !$0.isWhitespace && $0 != "-" }
        return String(
            kept.map { character in
                guard let value = character.wholeNumberValue, (0...9).contains(value) else {
                    return character
                }
                return Character("\(value)")
            })
    }

    /// The person gave up.
    package mutating func abort() -> [Effect] { phase == .over ? [] : finish(.refused) }

    private mutating func receive(
        _ message: PairingStatus.NumberedMessage, sealingNonce: [UInt8], at now: Instant
    ) -> [Effect] {
        switch message.step {
        case .answer:
            if let answer { return answer == message.body ? [] : finish(.someoneElseAnswered) }
            answer = message.body
            return reveal(after: message, sealingNonce: sealingNonce)
        case .phoneConfirm:
            guard phase == .waitingForPhone else { return [] }
            return grant(after: message.body, at: now)
        case .abort: return finish(.aborted)
        case .reveal, .watchConfirm: return []
        }
    }

    private mutating func reveal(
        after message: PairingStatus.NumberedMessage, sealingNonce: [UInt8]
    ) -> [Effect] {
        guard let opened = PairingSeal.open(message.body, .answer, link: link),
            let phone = PairingTranscript.Half(parsing: opened), phone.card.id == message.sender
        else { return finish(.notAuthentic) }
        let transcript = PairingTranscript(
            relay: link.relay, pairing: link.pairing, watch: half, phone: phone)
        do {
            agreement = try transcript.agreement(own: ephemeral, secret: link.secret)
            let body = try PairingSeal.seal(half.bytes, .reveal, link: link, nonce: sealingNonce)
            self.phone = phone
            phase = .askingForCode(errors: 0)
            return [.post(.reveal, body), .askForCode]
        } catch {
            // libcrypto failed on good keys: nothing here can go on.
            return finish(.failed)
        }
    }

    private mutating func grant(after confirmation: [UInt8], at now: Instant) -> [Effect] {
        guard let agreement, let phone, let addition = agreement.addition(of: confirmation) else {
            return finish(.notAuthentic)
        }
        let region = PairingSeal.region(in: addition, key: agreement.contactKey)
        guard
            let grant = PairingGrant.make(
                keys: keys, link: link, watch: keys.id, phone: phone.card.id, agreement, now)
        else { return finish(.failed) }
        phase = .waitingForGrants(
            PairedDevice(
                pairing: link.pairing, relay: link.relay, card: phone.card, psk: agreement.psk, region: region
            ))
        return [.postGrant(grant)]
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

    static func end(of status: PairingStatus) -> PairingEnd? {
        switch status.state {
        case .open, .answered, .revealed, .confirming, .granted, .paired: return nil
        case .unpaired: return .aborted
        case .ended:
            switch status.reason {
            case .conflict: return .someoneElseAnswered
            case .aborted: return .aborted
            case .expired: return .expired
            case nil: return .failed
            }
        }
    }
}
