import COpenSSL

/// What a cryptographic operation refuses or cannot do.
package enum CryptoFailure: Error, Equatable {
    /// A key of the wrong length, outside the curve's range or off the curve.
    case invalidKey
    /// A signature, tag or ciphertext that does not verify. Says no more, so that nobody can ask it
    /// questions.
    case notAuthentic
    /// A parameter outside what the algorithm takes.
    case invalidParameter(String)
    /// The library failed on its own, for instance for want of memory; holds its text.
    case library(String)
}

extension CryptoFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidKey: "the key is not a valid P-256 key"
        case .notAuthentic: "the signature or sealed part is not authentic"
        case .invalidParameter(let name): "the parameter \(name) is out of range"
        case .library(let text): "libcrypto failed: \(text)"
        }
    }
}

/// Checks a return code of libcrypto in one place and takes its error text before any other call (P5).
func check(_ isDone: Bool) throws(CryptoFailure) {
    guard !isDone else { return }
    throw lastFailure()
}

/// Takes the newest text of libcrypto's queue and empties it.
func lastFailure() -> CryptoFailure {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    var buffer = [CChar](repeating: 0, count: 256)
    unsafe ERR_error_string_n(code, &buffer, buffer.count)
    let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return .library(String(decoding: text, as: UTF8.self))
}
