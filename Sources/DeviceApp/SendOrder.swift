/// What `baton-watch send` was told.
package struct SendOrder: Sendable {
    /// Where what is sent comes from: a file, or `-` for standard input.
    package enum Source: Sendable {
        /// A payment request in the shape of Apple Pay on the Web.
        case request(String)
        /// One that its merchant has signed.
        case quote(String)
        /// Messages of the Agentic Commerce Protocol.
        case acp(String)
    }

    package let source: Source
    /// A file with the payment processing certificate that the payment token is sealed to.
    package var certificate: String?
    /// Which of several messages of an `acp` file.
    package var body: String?
    package var recipients: [String] = []
    package var lifetime: Duration = .seconds(600)
    /// `--yes`
    package var isConfirmed = false
    /// `--no-wait` turns it off.
    package var waits = true
    /// The beginning of the id of an earlier handoff.
    package var replaces: String?
    /// A file for the payment that comes back.
    package var output: String?

    package init(_ source: Source) { self.source = source }
}
