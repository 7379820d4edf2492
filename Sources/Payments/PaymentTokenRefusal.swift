package import JSON

/// Why a payment token was refused; each reason is a case of its own, so that a merchant's log says what
/// happened (Protocol/payment-token.md). No case carries a byte of the card.
package enum PaymentTokenRefusal: Error, Equatable {
    /// There is nothing in it.
    case empty
    /// A simulator's token: it names a simulated instrument and seals nothing.
    case simulated
    /// Not the JSON of a payment token.
    case malformed(JSONError)
    /// A member is shorter than it can be; names it.
    case truncated(String)
    /// Of another format than EC_v1.
    case version(String)
    /// Sealed for a key that is none of the merchant's, by its public key hash.
    case unknownKey
    /// The ephemeral key is no point of P-256 in the one DER form.
    case ephemeralKey
    /// The signature is not a detached CMS signature by one signer.
    case signatureMalformed
    /// The signature is not one of these bytes: something was changed after signing.
    case signatureMismatch
    /// Signed by somebody whom no trusted root vouches for.
    case untrustedChain
    /// A certificate of the chain is not valid now.
    case expiredChain
    /// The signer or its issuer lacks the mark that says what it is for.
    case certificateRole
    /// The signature says no time.
    case signingTimeMissing
    /// Signed too long ago, or in the future.
    case signingTime(secondsOff: Int64)
    /// This transaction has been seen before.
    case transactionRepeated
    /// Made for another quote than the merchant's latest, or for none.
    case applicationData
    /// It does not decrypt: another merchant's, or changed.
    case notDecryptable
    /// It decrypted, but what is inside is no credential; says where.
    case plaintext(JSONError)
    /// For another amount, in minor units.
    case amount(expected: Int64, got: Int64)
    /// In another currency, by ISO 4217 number.
    case currency(expected: String, got: String)
}

extension PaymentTokenRefusal {
    /// The stable name of the reason.
    package var code: String {
        switch self {
        case .empty: "empty"
        case .simulated: "simulated"
        case .malformed: "malformed"
        case .truncated: "truncated"
        case .version: "version"
        case .unknownKey: "unknown_key"
        case .ephemeralKey: "ephemeral_key"
        case .signatureMalformed: "signature_malformed"
        case .signatureMismatch: "signature_mismatch"
        case .untrustedChain: "untrusted_chain"
        case .expiredChain: "expired_chain"
        case .certificateRole: "certificate_role"
        case .signingTimeMissing: "signing_time_missing"
        case .signingTime: "signing_time"
        case .transactionRepeated: "transaction_repeated"
        case .applicationData: "application_data"
        case .notDecryptable: "not_decryptable"
        case .plaintext: "plaintext"
        case .amount: "amount"
        case .currency: "currency"
        }
    }
}

extension PaymentTokenRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "the payment token is empty"
        case .simulated: "the payment token is a simulator's: it seals nothing"
        case .malformed(let error): "the payment token is malformed: \(error)"
        case .truncated(let member): "the payment token's \(member) is cut short"
        case .version(let version): "the payment token has version \(version.debugDescription), not EC_v1"
        case .unknownKey: "the payment token is sealed for a key that is not held here"
        case .ephemeralKey: "the payment token's ephemeral key is not a P-256 key"
        case .signatureMalformed: "the payment token's signature is not a detached CMS signature"
        case .signatureMismatch: "the payment token was changed after it was signed"
        case .untrustedChain: "the payment token is signed by somebody who is not trusted"
        case .expiredChain: "the payment token's certificate chain is not valid at this time"
        case .certificateRole: "the payment token's certificates are not made for payment tokens"
        case .signingTimeMissing: "the payment token's signature says no time"
        case .signingTime(let off): "the payment token was signed \(off) s from now"
        case .transactionRepeated: "the payment token's transaction has been seen before"
        case .applicationData: "the payment token was made for another quote"
        case .notDecryptable: "the payment token does not decrypt"
        case .plaintext(let error): "the payment token decrypted, but \(error)"
        case .amount(let expected, let got): "the payment token is for \(got) minor units, not \(expected)"
        case .currency(let expected, let got): "the payment token is in currency \(got), not \(expected)"
        }
    }
}
