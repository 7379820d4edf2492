package import Handoffs
package import Sealing

/// Why a handoff was not made, or what came was not opened.
package enum HandoffRefusal: Error, Equatable {
    /// Nobody to hand off to.
    case noRecipient
    /// More phones than one create takes.
    case tooManyRecipients(Int, max: Int)
    /// That phone is paired at another relay.
    case pairedElsewhere(DeviceID)
    /// Shorter than 30 s or longer than 24 h.
    case lifetime(Duration)
    /// From a device that this one holds no key with: nothing of it is opened (design section 3).
    case unknownSender(DeviceID)
    /// The outcome of a phone that the handoff did not go to.
    case unexpectedPhone(DeviceID)
    /// Seal, signature or contents.
    case sealing(SealingRefusal)
}

extension HandoffRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noRecipient: "no phone to hand off to"
        case .tooManyRecipients(let count, let max): "\(count) phones, at most \(max) in one handoff"
        case .pairedElsewhere(let phone): "\(phone) is paired at another relay"
        case .lifetime(let lifetime): "a lifetime of \(lifetime), from 30 s to 24 h are allowed"
        case .unknownSender(let sender): "not paired with \(sender)"
        case .unexpectedPhone(let phone): "an outcome of \(phone), which got no token"
        case .sealing(let refusal): refusal.description
        }
    }
}
