/// What was typed and nobody may see: it lives in memory that is zeroed, and its bytes are lent only.
package protocol HiddenInput: Sendable {
    func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

/// Whoever holds a device, as its flows see them: a terminal, a script, or a test.
package protocol Face: Sendable {
    /// Whether somebody can answer: else a question that no option answered is an error.
    var isInteractive: Bool { get }
    /// Whether what is shown still arrives: not once the disk is full or the output broken.
    var canShow: Bool { get }
    /// Whether nobody can answer any more: the input is at its end already.
    var hasInputEnded: Bool { get }
    /// Shows what happened.
    func show(_ event: ClientEvent)
    /// Says what did not work, while the rest goes on.
    func warn(_ complaint: Complaint)
    /// Reads a line; nil at the end of the input.
    func ask(_ question: Question) async throws(Complaint) -> String?
    /// Asks a question with No first; the end of the input is a No.
    func confirm(_ question: Question) async throws(Complaint) -> Bool
    /// Reads a line that is not shown; nil at the end of the input.
    func askHidden(_ question: Question) async throws(Complaint) -> (any HiddenInput)?
    /// The next line of commands, without a prompt; nil at the end of the input.
    func command() async throws(Complaint) -> String?
}
