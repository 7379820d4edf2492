/// Why a pairing ended without pairing anything; each has its own words for the person. The raw value is its
/// name in Protocol/pairing.md and the vectors.
package enum PairingEnd: String, Error, Equatable, CaseIterable {
    /// Somebody else answered, or a step came twice with different bytes.
    case someoneElseAnswered = "someone_else_answered"
    /// The other device ended it.
    case aborted
    /// 120 s are over.
    case expired
    /// The third wrong code.
    case wrongCode = "wrong_code"
    /// What the watch revealed is not what its code promised.
    case commitment
    /// A step does not open with the code's secret, or a confirmation does not verify.
    case notAuthentic = "not_authentic"
    /// The person said No.
    case refused
    /// The relay reports what cannot be, or libcrypto failed.
    case failed
}
