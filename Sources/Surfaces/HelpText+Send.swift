extension HelpText {
    /// The words of `baton-watch send --help`.
    package enum Send {
        package static let summary = "sends a payment request out of a file to the phone"
        package static let discussion = [
            "Takes a request made for Apple Pay on the Web (ApplePayPaymentRequest), checks it as a browser "
                + "does and hands it to the phone, with no shop behind it. The phone shows it as an "
                + "\"Unverified request\" and pays it only where its owner agrees (--allow-unsigned). "
                + "What is paid comes back here as an ApplePayPayment, sealed on the way; nothing is charged "
                + "before somebody brings it to the merchant.",
            "With --quote the request is signed by its merchant, verified on the phone, and paid where the "
                + "quote says. Each fault is one line: invalid, what a browser refuses; unsafe, what only "
                + "Baton objects to and the person must agree to on the phone. FILE may be - for standard "
                + "input.",
        ]
        package static let request = "a payment request, as JSON"
        package static let quote = "a request that its merchant signed: baton-shop quote sign makes one"
        package static let acp =
            "messages of the Agentic Commerce Protocol: each makes a sheet or is refused with a reason"
        package static let body = "the message of an --acp file to send, where it makes several sheets"
        package static let check =
            "only looks: exit status 0 where it would be sent, else 1; needs no pairing"
        package static let certificate =
            "a payment processing certificate, PEM or DER: whom the payment token is sealed to; without it "
            + "there is no token"
        package static let output = "a file for the payment that comes back"
        package static let insteadOf = "an earlier handoff that this one replaces"
        package static let exclusive = "one of --request, --quote and --acp says what to send"
        package static let withQuote =
            "--merchant-certificate goes with --request and --acp: a quote names its own"
        package static let withBody = "--body goes with --acp"
        package static let examples: [(line: String, meaning: String)] = [
            ("baton-watch send --check --request request.json", "what is wrong with it, a line each"),
            (
                "baton-watch send --request r.json --merchant-certificate m.pem --output p.json",
                "sends it; the payment comes back into p.json"
            ),
            ("baton-watch send --quote quote.jwt", "one that its merchant signed"),
            ("baton-watch --json send --request - --yes < request.json", "from a script"),
        ]
    }
}
