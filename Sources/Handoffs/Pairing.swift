/// One pairing as the relay carries it (Protocol/pairing.md, section "What the relay keeps"): it knows two
/// signing keys, four opaque messages and, at the end, two grants. Paired, it is the licence of one watch to
/// hand off to one phone.
package struct Pairing: Sendable, Hashable {
    /// The watch's choice.
    package let id: PairingID
    /// The watch.
    package let watch: Party
    /// When it was opened.
    package let openedAt: Instant
    /// The phone, once it answered.
    package var phone: Party?
    /// What was said, in order; the position is the number that a reader names as seen.
    package var messages: [Message]
    /// What each side signed at the end.
    package var grants: [Grant]
    /// How it ended, or that it still runs.
    package var phase: Phase

    /// A row as it was stored.
    package init(
        id: PairingID, watch: Party, openedAt: Instant, phone: Party?, messages: [Message], grants: [Grant],
        phase: Phase
    ) {
        self.id = id
        self.watch = watch
        self.openedAt = openedAt
        self.phone = phone
        self.messages = messages
        self.grants = grants
        self.phase = phase
    }

    /// A pairing that a watch just opened.
    package init(opening id: PairingID, by watch: Party, at now: Instant) {
        self.init(id: id, watch: watch, openedAt: now, phone: nil, messages: [], grants: [], phase: .running)
    }

    /// A device and its signing key.
    package struct Party: Sendable, Hashable {
        /// The key's thumbprint.
        package let device: DeviceID
        /// The P-256 key, uncompressed (65 bytes).
        package let key: [UInt8]

        /// A device with its key; the caller checked that they belong together.
        package init(device: DeviceID, key: [UInt8]) {
            self.device = device
            self.key = key
        }
    }

    /// The steps that carry a body, in the order they come; the raw value is the name on the wire.
    package enum Step: String, Sendable, CaseIterable {
        case answer
        case reveal
        case watchConfirm = "watch-confirm"
        case phoneConfirm = "phone-confirm"
        case abort
    }

    /// One step as it was posted; the relay cannot read the body.
    package struct Message: Sendable, Hashable {
        /// Which step.
        package let step: Step
        /// Who posted it.
        package let sender: DeviceID
        /// Sealed.
        package let body: [UInt8]

        /// A step with its body.
        package init(step: Step, sender: DeviceID, body: [UInt8]) {
            self.step = step
            self.sender = sender
            self.body = body
        }
    }

    /// A grant that the relay verified.
    package struct Grant: Sendable, Hashable {
        /// Who signed it.
        package let signer: DeviceID
        /// The transcript that it names; both must name the same.
        package let transcript: Digest
        /// The compact JWS.
        package let token: [UInt8]

        /// A verified grant.
        package init(signer: DeviceID, transcript: Digest, token: [UInt8]) {
            self.signer = signer
            self.transcript = transcript
            self.token = token
        }
    }

    /// Whether it runs, holds or has ended.
    package enum Phase: Sendable, Hashable {
        case running
        case ended(EndReason, at: Instant)
        case paired(at: Instant)
        case unpaired(at: Instant)
    }

    /// Why an unfinished pairing ended; the raw value is its name on the wire.
    package enum EndReason: String, Sendable, CaseIterable {
        /// Somebody else answered, or a step came twice with different bytes.
        case conflict
        /// One side gave up.
        case aborted
        /// It took longer than `PairingLimits.lifetime`.
        case expired
    }
}

/// Where a pairing is (Protocol/states.md); the raw value is its name on the wire.
package enum PairingState: String, Sendable, CaseIterable {
    case open
    case answered
    case revealed
    case confirming
    case granted
    case paired
    case ended
    case unpaired
}

extension Pairing {
    /// The state's name.
    package var state: PairingState {
        switch phase {
        case .ended: .ended
        case .paired: .paired
        case .unpaired: .unpaired
        case .running:
            if !grants.isEmpty {
                .granted
            } else if has(.watchConfirm) {
                .confirming
            } else if has(.reveal) {
                .revealed
            } else if has(.answer) {
                .answered
            } else {
                .open
            }
        }
    }

    /// Whether `device` is one of its two.
    package func isParty(_ device: DeviceID) -> Bool { watch.device == device || phone?.device == device }

    /// Whether a step was posted.
    package func has(_ step: Step) -> Bool { messages.contains { $0.step == step } }

    /// When time alone ends it; nil when it does not.
    package var deadline: Instant? {
        switch phase {
        case .running: openedAt.adding(PairingLimits.lifetime)
        case .ended, .paired, .unpaired: nil
        }
    }

    /// When its row may go; nil while it runs or holds.
    package var forgetAt: Instant? {
        switch phase {
        case .running, .paired: nil
        case .ended(_, let at): at.adding(PairingLimits.endedKept)
        case .unpaired(let at): at.adding(PairingLimits.unpairedKept)
        }
    }
}
