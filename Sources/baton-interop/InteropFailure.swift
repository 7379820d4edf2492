/// Why the exchange with other people's libraries stopped.
enum InteropFailure: Error {
    /// Nothing came in.
    case noInput
    /// A member that is not what the two sides agreed on.
    case member(String)
    /// What came out differs from what went in.
    case differs(String)
    /// Opened where it should have been refused.
    case notRefused(String)
}
