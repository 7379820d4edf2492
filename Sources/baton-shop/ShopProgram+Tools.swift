internal import Terminal

/// The commands that need no open shop: what a merchant does by hand, or in a script.
extension ShopProgram {
    static let token = Command(
        "token", "look into payment tokens",
        subcommands: [
            Command(
                "open", "open a payment token, genuine ones too; nothing is charged",
                discussion: [
                    "FILE holds the token as `paymentData`, `PKPaymentToken` or `ApplePayPayment` do, or as "
                        + "base64 of it; `-` is standard input. The card's number is printed with the rest.",
                    "Without --root the chain may end at Baton's simulated root or at Apple Root CA - G3.",
                    "A refusal ends with status 1 and its code (Protocol/payment-token.md).",
                ],
                arguments: [CommandArgument("FILE", "the token")],
                options: [
                    .repeated(
                        "key", "FILE",
                        "the merchant's private key: PEM, JWK, DER or base64; the fitting one of several"
                    ),
                    .repeated(
                        "certificate", "FILE", "the merchant's payment certificate, which names its id"),
                    .value(
                        "merchant-id-hash", "HEX", "SHA-256 of the merchant id, in place of a certificate"),
                    .repeated(
                        "root", "FILE", "where the chain may end, in place of the roots known"),
                    .flag("ignore-expiry", "open what has expired or was signed long ago, and say so"),
                    .value("seen", "FILE", "remembers transactions and refuses those seen; made when absent"),
                    .value("amount", "N", "refuse another amount, in minor units"),
                    .value("currency", "CODE", "refuse another currency, as USD"),
                    .value("application-data", "BASE64", "refuse a token made for other applicationData"),
                    .flag("json", "one JSON event"),
                ],
                examples: [
                    CommandExample(
                        "baton-shop token open --key key.pem --certificate merchant.cer token.json",
                        "a token of today"),
                    CommandExample(
                        "baton-shop token open --key key.pem --merchant-id-hash $HASH --ignore-expiry old",
                        "a sample that was published long ago"),
                ])
        ], runsAlone: false)

    static let order = Command(
        "order", "show the orders of a database, or take one a step on",
        discussion: [
            "Without --status it shows; with it the order goes on, and a shop that is open on the same file "
                + "tells its --webhook and answers with it from then on. An order that is cancelled is given "
                + "back."
        ],
        arguments: [CommandArgument("ORDER", "its number or id; all without", isRequired: false)],
        options: [
            .value(
                "database", "FILE", "the shop's SQLite file", environment: "BATON_SHOP_DATABASE"),
            .value(
                "status", "STATUS",
                "processing, shipped, in_transit, out_for_delivery, ready_for_pickup, delivered or canceled"),
            .flag("json", "one JSON event an order"),
        ],
        examples: [
            CommandExample(
                "baton-shop order 1043 --status shipped --database shop.sqlite", "the parcel has left")
        ])

    static let webhook = Command(
        "webhook", "check order events",
        subcommands: [
            Command(
                "verify", "check the signature of one order event",
                discussion: [
                    "FILE is the body as it came, byte for byte; `-` is standard input. An event without a "
                        + "signature, with a wrong one or one more than 300 s old is refused with status 1."
                ],
                arguments: [CommandArgument("FILE", "the body")],
                options: [
                    .value("secret", "FILE", "the shared secret, as in `webhook_key_file` of the shop"),
                    .value("signature", "VALUE", "the value of Merchant-Signature: t=SECONDS,v1=HEX"),
                    .repeated("header", "LINE", "the same as a header line; others are read over"),
                    .flag("json", "one JSON event"),
                ],
                examples: [
                    CommandExample(
                        #"baton-shop webhook verify --secret key --header "$HEADER" body.json"#, "as it came")
                ])
        ], runsAlone: false)

    static let quote = Command(
        "quote", "sign payment requests that have no session behind them",
        subcommands: [
            Command(
                "sign", "sign a request; baton-watch send --quote hands the result over",
                discussion: [
                    "FILE is a request of Apple Pay on the Web. The key's public half must stand at "
                        + "ORIGIN/.well-known/jwks.json: a shop that is open with the same key answers it.",
                    "The payment is brought to --complete-url; the demo shop takes it at ORIGIN/payments.",
                ],
                options: [
                    .value("key", "FILE", "the private key: PEM, a JSON Web Key, DER or base64"),
                    .value(
                        "database", "FILE", "a shop's database, for its key and its payment certificate",
                        environment: "BATON_SHOP_DATABASE"),
                    .value("request", "FILE", "the payment request, as JSON; `-` is standard input"),
                    .value("origin", "BASE", "whose the request is; that of --complete-url unless said"),
                    .value(
                        "complete-url", "URL", "where the payment is brought; else whoever sends it gets it"),
                    .value("certificate", "FILE", "the payment certificate that the token is sealed to"),
                    .value("valid", "TIME", "how long the quote stands, 1m to 24h", fallback: "1h"),
                    .flag("json", "one JSON event"),
                ],
                examples: [
                    CommandExample(
                        "baton-shop quote sign --database shop.sqlite --request tea.json \\\n"
                            + "      --complete-url http://127.0.0.1:8081/payments > tea.quote",
                        "a quote that the demo shop itself takes payments for")
                ]),
            Command(
                "key", "make a key, and print the set of keys to publish",
                options: [
                    .value(
                        "key", "FILE", "the key's file (PEM); made when absent", fallback: "quote-key.pem"),
                    .flag("json", "one JSON event"),
                ],
                examples: [
                    CommandExample("baton-shop quote key --key key.pem > jwks.json", "for /.well-known/")
                ]),
        ], runsAlone: false)
}
