/// Why a detached signature was refused.
package enum CMSRefusal: Error, Equatable {
    /// Not DER or BER of a detached CMS signature by exactly one signer, or longer than is read.
    case malformed
    /// Not a signature of these bytes by the certificate inside.
    case mismatch
    /// No chain leads to a trusted root.
    case untrusted
    /// A certificate of the chain is not valid at the time asked about.
    case expired
}
