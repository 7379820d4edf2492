internal import Terminal

/// The commands that need no open shop: what a merchant does by hand, or in a script.
extension ShopProgram {
    static let token = Command(
        "token", "look into payment tokens",
        subcommands: [
            Command(
                "open", "open a payment token, genuine ones too; nothing is charged",
                discussion: [
                    "FILE holds the token as `paymentData`, `PKPaymentToken` or `ApplePayPayment` do, or as",
                    "base64 of it; `-` is standard input. The card's number is printed with the rest.",
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
            "Without --status it shows; with it the order goes on, and a shop that is open on the same file",
            "tells its --webhook and answers with it from then on. An order that is cancelled is given back.",
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
                    "FILE is the body as it came, byte for byte; `-` is standard input. An event without a",
                    "signature, with a wrong one or one more than 300 s old is refused with status 1.",
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
}
