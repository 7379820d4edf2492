/// A place in one device's event log, `<epoch>-<sequence>` (Protocol/events.md). The epoch is the log's own:
/// it changes when history is lost, so an old cursor can never mean something else (relay 8).
package struct EventCursor: Sendable, Hashable, CustomStringConvertible {
    /// 1 to 16 lower-case letters and digits.
    package let epoch: String
    /// Of the last event received; 0 before the first.
    package let sequence: Int64

    /// A place in the log of `epoch`.
    package init(epoch: String, sequence: Int64) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// From the text; nil for anything that is not exactly one cursor's text.
    package init?(text: some StringProtocol) {
        guard text.utf8.count <= 36, let dash = text.firstIndex(of: "-") else { return nil }
        let epoch = text[..<dash]
        let digits = text[text.index(after: dash)...]
        guard (1...16).contains(epoch.utf8.count), epoch.utf8.allSatisfy(Self.isEpochCharacter),
            digits.utf8.allSatisfy({ (48...57).contains($0) }), digits == "0" || digits.first != "0",
            let sequence = Int64(digits)
        else { return nil }
        self.init(epoch: String(epoch), sequence: sequence)
    }

    /// The text, as `id:` of an event and as `after`.
    package var text: String { "\(epoch)-\(sequence)" }

    package var description: String { text }

    private static func isEpochCharacter(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...122).contains(byte)
    }
}
