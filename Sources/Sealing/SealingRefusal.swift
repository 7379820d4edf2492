package import Crypto
package import JSON
package import Signing
package import Wire

/// Why a token or an outcome was not made or not opened.
package enum SealingRefusal: Error, Equatable {
    /// The signed message around the seal.
    case signed(JWSRefusal)
    /// The members around the seal.
    case claims(WireError)
    /// Meant for another device, or from another sender than the one whose keys are asked to open it.
    case otherDevice
    /// Made for another relay than the one it came from.
    case otherRelay
    /// Not the answer to this token: another `tok`, fence or handoff.
    case otherToken
    /// Another psk, psk_id, key or byte of the parts that are bound: it does not open.
    case notAuthentic
    /// It opened, but what is inside is not what Protocol/ says.
    case contents(JSONError)
    /// What is to be sealed does not fit, in bytes.
    case tooLarge(bytes: Int, max: Int)
    /// libcrypto failed.
    case crypto(CryptoFailure)
}

extension SealingRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .signed(let refusal): "the message \(refusal)"
        case .claims(let error): "the message is refused: \(error)"
        case .otherDevice: "the message is meant for another device"
        case .otherRelay: "the message was made for another relay"
        case .otherToken: "the outcome answers another token"
        case .notAuthentic: "the sealed part does not open"
        case .contents(let error): "the sealed part opened, but \(error)"
        case .tooLarge(let bytes, let max): "the sealed part would have \(bytes) bytes, at most \(max) fit"
        case .crypto(let failure): failure.description
        }
    }
}
