internal import Merchant

/// Who stands behind a purchase that this phone has opened: it says where prices come from and where the
/// payment goes.
enum HandoffBacking: Sendable {
    /// A session of a merchant, which is asked for prices and takes the payment.
    case session(SessionAccess)
    /// A request that its merchant has signed, for itself. The payment goes where it says, or back to the
    /// watch.
    case standing(StandingQuote)
    /// A request that nobody signed: nobody is asked, and the payment goes back to the watch. `certificate`
    /// (DER) says whom its token is sealed to; without one there is no token.
    case nobody(certificate: [UInt8]?)
}

extension OpenedHandoff {
    /// How its merchant is reached; nil where no session stands behind it.
    var access: SessionAccess? {
        switch backing {
        case .session(let access): access
        case .standing, .nobody: nil
        }
    }
}
