/// The words of `--help` that both clients share. Part of the message catalog.
package enum HelpText {
    package static let home = "where keys, wallet and journal live (default: the XDG directories)"
    package static let allowLocal = "merchants at loopback and private addresses, over http: for trying out"
    package static let certificates = "a PEM file of certificates to trust instead of the system's"
    package static let deviceName = "what the other device calls this one"
    package static let passcodeFile = "a file whose first line is the passcode; - reads standard input"
    package static let devicesSummary = "lists the paired devices"
    package static let unpairSummary = "ends the pairing with a device"
    package static let unpairDiscussion =
        "Open handoffs between the two end; one that is already being paid lives on and its result arrives."
    package static let device = "a device's name, or the beginning of its id"
    package static let json =
        "With --json each line of output is one object with a member \"event\"; "
        + "Protocol/command-line.md lists them."
}

extension HelpText {
    /// The words of `baton-watch --help`.
    package enum Watch {
        package static let program = "starts purchases that are paid on the phone"
        package static let discussion =
            "Pair a phone once, look at what a shop sells, buy: the purchase is priced here, promo codes are "
            + "checked here, and paying happens on the phone. The result appears here by itself."

        package static let pair = "pairs a phone"
        package static let pairDiscussion =
            "Shows a QR code and the same as a link, for the phone to read. The phone then shows six "
            + "digits; type them here. The pairing lasts two minutes and three wrong codes end it."
        package static let relay = "the relay's address, such as https://relay.example"
        package static let kind = "what this device is: watch, tv, kiosk, car or agent"
        package static let pairExample = (
            line: "baton-watch pair --relay http://127.0.0.1:8700",
            meaning: "pairs a phone through a relay on this machine"
        )

        package static let menu = "lists what can be bought"
        package static let shop = "the shop's address, such as https://shop.example"
        package static let menuExample = (
            line: "baton-watch menu --shop https://shop.example", meaning: "ids, prices and choices"
        )

        package static let buy = "buys an item: prices it, asks, hands it to the phone, waits for the result"
        package static let buyDiscussion =
            "Several things make a bag. At \"Order?\" codes, method and things can be changed, and the price "
            + "changes in place. Promo codes are checked before anything is handed off; one that the shop "
            + "refuses is reported with its reason. Ctrl-C while waiting leaves the purchase on the "
            + "phone: status and cancel find it again."
        package static let item =
            "what to buy: an id from menu, with a number and options where wanted, as latte:2,size=large"
        package static let split = "orders what cannot be handed over together as separate purchases"
        package static let oneItem = "--quantity and --option go with one ITEM: write latte:2,size=large"
        package static let quantity = "how many"
        package static let option = "a choice, such as size=large"
        package static let promo = "a promo, discount or redemption code"
        package static let dropCodes = "goes on without the codes that the shop refuses"
        package static let method = "the shipping method to start with, by its id"
        package static let note = "a gift message, or a word for whoever delivers it"
        package static let to = "one phone, by name or id; else every paired phone"
        package static let yes = "asks nothing"
        package static let noWait = "ends after handing off, without waiting for the result"
        package static let expiresIn = "how long the phone may wait before opening it, from 30s to 24h"
        package static let insteadOf = "an earlier purchase of the same goods that this one replaces"
        package static let buyExamples: [(line: String, meaning: String)] = [
            ("baton-watch buy latte --shop https://shop.example", "one latte"),
            (
                "baton-watch buy latte --option size=large --promo WELCOME10 --shop …",
                "a large one, with a promo code"
            ),
            ("baton-watch buy latte:2,size=large croissant --shop …", "a bag of several things"),
            ("baton-watch --json buy latte --yes --shop …", "from a script"),
        ]

        package static let unpairExample = (
            line: "baton-watch unpair Phone", meaning: "ends the pairing with the phone of that name"
        )

        package static let status = "shows how a purchase stands, or how all do, newest first"
        package static let handoff = "a handoff's id, or the beginning of one"
        package static let statusExamples: [(line: String, meaning: String)] = [
            ("baton-watch status", "all purchases"),
            ("baton-watch --json status AaIx", "one, by the beginning of its id, for a script"),
        ]
        package static let cancelExample = (
            line: "baton-watch cancel AaIx", meaning: "takes back the purchase whose id begins so"
        )
        package static let cancel = "takes a purchase back"
        package static let cancelDiscussion =
            "Once the phone has begun to pay, cancelling is a request: what really happened is then shown."
    }
}
