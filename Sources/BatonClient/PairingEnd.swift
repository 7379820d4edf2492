/// Why a pairing ended without pairing anything; each has its own words for the person.
package enum PairingEnd: Error, Equatable, CaseIterable {
    /// Somebody else answered, or a step came twice with different bytes.
    case someoneElseAnswered
    /// The other device ended it.
    case aborted
    /// 120 s are over.
    case expired
    /// The third wrong code.
    case wrongCode
    /// What the watch revealed is not what its code promised.
    case commitment
    /// A step does not open with the code's secret, or a confirmation does not verify.
    case notAuthentic
    /// The person said No.
    case refused
    /// The relay reports what cannot be, or libcrypto failed.
    case failed
}
