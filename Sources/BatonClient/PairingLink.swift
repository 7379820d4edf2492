package import Crypto
internal import Encodings
package import HTTPMessages
package import Handoffs

/// What the watch shows as a QR code: `baton-pair:BASE/ID#S.C` (Protocol/pairing.md).
///
/// It is read from a scanner, a prompt or standard input, never from an argument or a URL handler, because
/// `S` is secret.
package struct PairingLink: Sendable, Equatable {
    /// The relay's base URL.
    package let relay: BaseURL
    package let pairing: PairingID
    /// `s`, 16 bytes, used once.
    package let secret: Secret
    /// `c`, 16 bytes: what binds the watch to what it will reveal.
    package let commitment: [UInt8]

    /// A link for the code that the watch shows.
    package init(relay: BaseURL, pairing: PairingID, secret: Secret, commitment: [UInt8]) {
        precondition(secret.count == 16 && commitment.count == 16, "a secret or commitment of another length")
        self.relay = relay
        self.pairing = pairing
        self.secret = secret
        self.commitment = commitment
    }

    /// The text of the code.
    package var text: String {
        let once = "\(Base64.encode(secret.copyBytes())).\(Base64.encode(commitment))"
        return "\(Self.scheme)\(relay.text)/\(pairing.text)#\(once)"
    }

    private static let scheme = "baton-pair:"

    /// Reads a link; spaces and line ends around it are taken off, nothing else is mended (R-62).
    package init(_ text: String) throws(PairingLinkRefusal) {
        let trimmed = text.trimmingSpaces()
        guard trimmed.utf8.count <= 700 else { throw .tooLong }
        guard trimmed.hasPrefix(Self.scheme) else { throw .scheme }
        let halves = trimmed.dropFirst(Self.scheme.count).split(
            separator: "#", omittingEmptySubsequences: false)
        guard halves.count == 2 else { throw .secret }
        guard let slash = halves[0].lastIndex(of: "/"),
            let relay = BaseURL(String(halves[0][..<slash])), relay.text == halves[0][..<slash]
        else { throw .relay }
        guard let pairing = PairingID(text: halves[0][halves[0].index(after: slash)...]) else {
            throw .pairing
        }
        let parts = halves[1].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let secret = Base64.decode(parts[0]), secret.count == 16,
            let commitment = Base64.decode(parts[1]), commitment.count == 16
        else { throw .secret }
        self.init(relay: relay, pairing: pairing, secret: Secret(secret), commitment: commitment)
    }
}

/// Why a text is no pairing link. The text itself is never shown again: it holds a secret.
package enum PairingLinkRefusal: Error, Equatable, CaseIterable {
    /// Longer than any link.
    case tooLong
    /// It does not begin with `baton-pair:`.
    case scheme
    /// The relay's base URL is not one in its canonical form.
    case relay
    /// The pairing id is missing or short.
    case pairing
    /// Secret or commitment is missing, short, doubled or padded.
    case secret
}

extension StringProtocol {
    /// Without spaces, tabs and line ends at both ends.
    func trimmingSpaces() -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" || character.isNewline
        }
        let start = firstIndex { !isSpace($0) } ?? endIndex
        let end = lastIndex { !isSpace($0) }.map { index(after: $0) } ?? start
        return String(self[start..<end])
    }
}
