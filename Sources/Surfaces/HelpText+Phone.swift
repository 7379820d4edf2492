extension HelpText {
    /// The words of `baton-phone --help`.
    package enum Phone {
        package static let program = "pays purchases that other devices started"
        package static let discussion =
            "Without a command it listens. Set up a wallet once, pair a watch, and leave it listening: "
            + "a purchase is announced, its sheet opens when told, and the passcode pays it."

        package static let setup = "makes the wallet and its passcode"
        package static let setupDiscussion =
            "Asks for a passcode of eight characters or more. With --sample the wallet comes with test "
            + "cards, a contact and addresses, and without --passcode-file its passcode is made and "
            + "printed."
        package static let sample = "a wallet for trying out, ready to pay"
        package static let setupExamples: [(line: String, meaning: String)] = [
            ("baton-phone setup --sample", "a wallet with test cards; its passcode is printed"),
            ("baton-phone setup", "an empty one"),
        ]

        package static let pair = "pairs a watch"
        package static let pairDiscussion =
            "Reads the watch's link from a prompt, from standard input or from a file; never from an "
            + "argument, which others could see. Shows six digits to type on the watch, then asks "
            + "whether the watch says \"Code right\"."
        package static let pairExamples: [(line: String, meaning: String)] = [
            ("baton-phone pair", "asks for the link that the watch shows"),
            ("baton-phone pair --link-file - --yes < link", "from a script"),
        ]
        package static let linkFile = "a file that holds the link; - reads standard input"
        package static let pairYes = "takes it that the watch says \"Code right\" (for scripts)"
        package static let noContact = "does not tell the watch the country, region and postal area"

        package static let listen = "waits for purchases, announces them, opens and pays them when told"
        package static let listenDiscussion =
            "Reads commands from standard input, a line each: open ID, inbox, quit; with an open sheet pay, "
            + "accept, accept-total, accept-unsigned, method ID, address ID, card ID, contact ID, retry, "
            + "decline, close. With "
            + "--then it acts by itself on each purchase, which is meant for continuous integration."
        package static let listenExamples: [(line: String, meaning: String)] = [
            ("baton-phone listen", "waits, and opens a sheet when told"),
            (
                "baton-phone --json listen --then pay --once --passcode-file FILE",
                "pays the next purchase from a script"
            ),
        ]
        package static let then = "acts by itself: pay, decline or ignore"
        package static let once = "ends after the first purchase has its result"

        package static let unpairExample = (
            line: "baton-phone unpair Watch", meaning: "ends the pairing with the watch of that name"
        )

        package static let inbox = "lists the purchases that wait"
        package static let resume = "opens a purchase's sheet"
        package static let resumeDiscussion =
            "The sheet is shown at once, then brought up to date. Method, address and card can be "
            + "changed; promo codes cannot. With --pay only the total that was handed off is paid, "
            + "unless --expect-total or --accept-changes says otherwise: else nothing is charged and the "
            + "exit status is 1."
        package static let target = "a handoff's id, the beginning of one, or its link"
        package static let method = "another shipping method, by its id"
        package static let card = "another card, by its id or last four digits"
        package static let address = "another address, by its id"
        package static let contact = "another contact, by its id"
        package static let pay = "pays without asking; needs --passcode-file or types it"
        package static let expectTotal = "pays this total and no other, such as 10.40"
        package static let acceptChanges = "pays also where the merchant changed the total"
        package static let allowUnsigned = "pays also a request that no merchant signed"
        package static let decline = "declines the purchase"
        package static let resumeExamples: [(line: String, meaning: String)] = [
            ("baton-phone resume AaIx", "opens the purchase whose id begins so"),
            (
                "baton-phone resume AaIx --method express --accept-changes --pay",
                "pays it with another shipping method, at the total that comes of it"
            ),
        ]

        package static let ordersExamples: [(line: String, meaning: String)] = [
            ("baton-phone orders", "all"), ("baton-phone orders 1043", "one, by its number"),
        ]
        package static let orders = "lists what was bought, newest first"
        package static let order = "one order, by its number or handoff id"

        package static let wallet = "shows cards, contacts and addresses"
        package static let addCard = "adds a card; its number is sealed under the passcode"
        package static let numberFile = "a file that holds the card number; - reads standard input"
        package static let expires = "the month it expires in, such as 12/29"
        package static let expiresExpected = "a month and year such as 12/29"
        package static let addCardExample = (
            line: "baton-phone wallet add-card --expires 12/29 --holder \"Ada Byron\" --default",
            meaning: "asks for the number and the passcode; published test numbers only"
        )
        package static let addContactExample = (
            line: "baton-phone wallet add-contact --given-name Ada --email ada@example.com",
            meaning: "a contact with an e-mail address"
        )
        package static let addAddressExample = (
            line: "baton-phone wallet add-address --street \"Am Ring 1\" --city Bonn --country DE",
            meaning: "an address to ship to"
        )
        package static let billing = "the id of the address that its statements go to"
        package static let edit = "changes a contact, an address, or where a card is billed"
        package static let editBilling = "of a card: the id of an address, or an empty text for none"
        package static let editExample = (
            line: "baton-phone wallet edit address-1 --street \"Am Ring 2\"",
            meaning: "what is not named stays as it is"
        )
        package static let passcode = "sets another passcode and seals every card anew under it"
        package static let newPasscodeFile = "a file that holds the new passcode; - reads standard input"
        package static let passcodeDiscussion =
            "Asks for the old passcode and twice for the new one. The old one is a try like any other: "
            + "after five wrong ones there is a wait. With - for both, standard input has the old one first."
        package static let availability = "says whether this phone can pay"
        package static let availabilityDiscussion =
            "Ends 0 where it can pay, 1 where a card or wallet has to be set up first or no card would do."
        package static let request = "a payment request as JSON; - reads standard input"
        package static let availabilityExample = (
            line: "baton-phone availability --request request.json",
            meaning: "whether there would be a button to pay, one to set up, or none"
        )
        package static let holder = "the name on the card"
        package static let makeDefault = "uses it first from now on"
        package static let addContact = "adds a contact"
        package static let addAddress = "adds an address"
        package static let remove = "removes a card, contact or address"
        package static let choose = "uses a card, contact or address first from now on"
        package static let entry = "the id of a card, contact or address"
        package static let givenName = "given name"
        package static let familyName = "family name"
        package static let email = "e-mail address"
        package static let phone = "phone number"
        package static let street = "street and number; repeat for a second line"
        package static let city = "town or city"
        package static let region = "state or province, where the country has them in addresses"
        package static let postalCode = "postal code"
        package static let country = "country, two letters"
    }
}
