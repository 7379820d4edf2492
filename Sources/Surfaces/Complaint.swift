import Checkout

/// What went wrong, to what, and what to do now: the clients' errors, with codes for scripts.
package struct Complaint: Error, Sendable, Equatable {
    /// Stable, in `Protocol/command-line.md`.
    package let code: String
    package let message: String
    package let hint: String?

    /// Whether the command line itself was wrong, whatever the world says: exit status 2.
    package var isUsage: Bool { code == "invalid-address" || code == "invalid-name" }

    /// One of this module's sentences; others are added beside them.
    init(_ code: String, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }
}

/// The device, its home and its pairings.
extension Complaint {
    package static func homeUnusable(_ path: String, _ reason: String) -> Complaint {
        Complaint("home-unusable", "\(path) cannot be used: \(reason)", hint: "name another with --home")
    }

    package static func homeDamaged(_ file: String, _ reason: String) -> Complaint {
        Complaint(
            "home-damaged", "\(file) is damaged: \(reason)", hint: "restore it, or begin with a new --home")
    }

    package static func homeEmptied(_ file: String) -> Complaint {
        Complaint(
            "home-damaged", "\(file) is empty, though this home was used before",
            hint: "restore it, or remove it to begin anew without its pairings and purchases")
    }

    package static let noPairing = Complaint(
        "not-paired", "no device is paired", hint: "pair one with: baton-watch pair --relay BASE")

    package static func unknownDevice(_ name: String) -> Complaint {
        Complaint(
            "unknown-device", "no paired device is called \"\(shown(name))\"", hint: "devices lists them")
    }

    package static func ambiguousDevice(_ name: String) -> Complaint {
        Complaint(
            "ambiguous-device", "several devices match \"\(shown(name))\"",
            hint: "use more of the id that devices shows")
    }

    package static let invalidLink = Complaint(
        "invalid-link", "that is no pairing link",
        hint: "it begins with baton-pair: and ends after the last letter")

    package static let pairingExpired = Complaint(
        "pairing-expired", "the pairing was not finished in time", hint: "start again with baton-watch pair")

    package static let pairingUnknown = Complaint(
        "pairing-unknown", "the relay does not know this pairing", hint: "start again with baton-watch pair")

    package static let wrongCodes = Complaint(
        "wrong-codes", "three wrong codes ended the pairing", hint: "start again with baton-watch pair")

    package static let someoneElse = Complaint(
        "someone-else-answered", "someone else answered this pairing, so it was ended",
        hint: "start again where nobody else sees the code")

    package static let pairingMismatch = Complaint(
        "pairing-mismatch", "the other device is not the one that showed the code, so the pairing was ended",
        hint: "start again with baton-watch pair")

    package static let codeNotRight = Complaint(
        "code-not-right", "the watch does not say that the code is right, so the pairing was ended",
        hint: "start again with baton-watch pair")

    package static let pairingAborted = Complaint(
        "pairing-aborted", "the other device ended the pairing", hint: "start again with baton-watch pair")

    package static let needsInput = Complaint(
        "needs-input", "an answer is needed and the input has ended",
        hint: "in scripts use --yes, --pay and --passcode-file")

    package static let needsLink = Complaint(
        "needs-input", "a pairing link is needed and the input has ended",
        hint: "paste what baton-watch pair shows, or name a file with --link-file")

    package static let needsNewPasscode = Complaint(
        "needs-input", "a passcode is needed and the input has ended",
        hint: "name a file with --passcode-file; setup --sample makes one")

    package static let outputLost = Complaint(
        "output-lost", "nothing was begun, for standard output cannot be written",
        hint: "make room or write elsewhere, then run it again")

    /// `reason` names the file.
    package static func unreadableFile(_ reason: String) -> Complaint {
        Complaint(
            "unreadable-file", shown(reason), hint: "name a file that can be read; - reads standard input")
    }

    package static func inputTooLong(_ bytesMax: Int) -> Complaint {
        Complaint(
            "unreadable-file", "standard input is longer than \(bytesMax) bytes",
            hint: "check that the right file is read")
    }

    /// Foreign words in a sentence of ours, cut and harmless.
    static func shown(_ text: String) -> String { CellWidth.shortened(ForeignText(text), to: 120) }
}
