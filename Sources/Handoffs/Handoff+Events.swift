extension Handoff {
    /// What can be asked of a handoff, and by whom. Creation is not here: it makes the value.
    package enum Event: Sendable, Hashable {
        /// A phone wants it for itself.
        case claim(Claim)
        /// The claiming phone is still at the sheet.
        case renew(by: DeviceID, Fence)
        /// The claiming phone gives it back.
        case release(by: DeviceID, Fence)
        /// The claiming phone is about to pay: the point of no return. When `within` has passed without an
        /// outcome, the handoff is in doubt.
        case authorize(by: DeviceID, Fence, within: Duration = HandoffLimits.authorizing)
        /// The claiming phone says how it ended, sealed to the watch.
        case settle(Outcome)
        /// The claiming phone's person said no.
        case decline(by: DeviceID, Fence)
        /// The watch takes it back.
        case cancel
        /// A newer handoff of the same sender takes its place.
        case supersede(by: HandoffID)
        /// A phone was unpaired.
        case remove(DeviceID)
        /// A phone acknowledged the offer.
        case deliver(to: DeviceID)

        /// The event's name, for tables over all events.
        package enum Kind: String, Sendable, CaseIterable {
            case claim, renew, release, authorize, settle, decline, cancel, supersede, remove, deliver
        }
    }

    /// What an outcome says outside its seal.
    package struct Outcome: Sendable, Hashable {
        /// The phone that signed it.
        package let phone: DeviceID
        /// The claim that it ends.
        package let fence: Fence
        /// The token that it answers.
        package let token: Digest
        /// The outcome's own identity.
        package let digest: Digest

        /// An outcome as verified.
        package init(phone: DeviceID, fence: Fence, token: Digest, digest: Digest) {
            self.phone = phone
            self.fence = fence
            self.token = token
            self.digest = digest
        }
    }

    /// Who is to be told what, beyond the answer; the handoff itself holds the news.
    package enum Effect: Sendable, Hashable {
        /// The state changed.
        case state(to: DeviceID)
        /// The outcome is there (to the watch).
        case outcome(to: DeviceID)
        /// The watch would rather cancel (to the claiming phone).
        case cancelRequested(to: DeviceID)
        /// A phone has the offer (to the watch).
        case delivered(DeviceID, to: DeviceID)
    }

    /// Why an event was refused. The state stands beside it in the answer.
    package enum Refusal: Error, Sendable, Hashable, CaseIterable {
        /// Not a party of it: answered as if it did not exist.
        case notFound
        /// Somebody else has it.
        case taken
        /// The claim that this key made is over.
        case staleClaimKey
        /// The fence is not the current one.
        case staleFence
        /// The state does not allow it.
        case wrongState
        /// It has ended.
        case ended
        /// The same id with other bytes.
        case differs
        /// The outcome answers another token.
        case wrongToken
        /// Too late to put another in its place.
        case supersedeRefused
    }
}
