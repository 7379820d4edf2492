import Checkout
import JSON
import Surfaces

/// What the phone prints with `--json`.
extension JSONEvents {
    static func phoneObject(of event: ClientEvent, _ builder: SurfaceBuilder) -> JSONObject {
        switch event {
        case .walletReady(let passcode): self.event("wallet-ready", ["passcode": text(passcode)])
        case .wallet(let wallet): self.wallet(wallet)
        case .passcodeChanged: self.event("passcode-changed", [:])
        case .availability(let availability): self.availability(availability)
        case .listening(let devices): self.event("listening", ["devices": integer(devices)])
        case .announced(let purchase): self.event("announced", self.purchase(purchase))
        case .badge(let count): self.event("badge", ["count": integer(count)])
        case .inbox(let purchases, let isStale):
            self.event(
                "inbox",
                ["purchases": .array(purchases.map { .object(purchase($0)) }), "stale": .bool(isStale)])
        case .sheet(let sheet, let id): self.sheet(sheet, id, builder)
        case .passcodeWrong(let left, let wait):
            self.event(
                "passcode-wrong",
                ["tries_left": left.map { integer($0) } ?? .null, "wait_ms": milliseconds(wait)])
        case .commands(let list):
            self.event("commands", ["commands": .array(list.commands.map { .string($0) })])
        case .orders(let orders): self.event("orders", ["orders": .array(orders.map(order))])
        case .link, .codeWanted, .codeWrong, .code, .codeRightWanted, .codeRight, .paired, .unpaired,
            .devices, .pairedElsewhere,
            .menu, .quoted, .codeRejected, .severalWays, .continueAt, .handedOff, .progress, .handoffs,
            .result,
            .fault, .checked, .body:
            object(of: event, builder)
        }
    }

    private static func purchase(_ purchase: PurchaseShown) -> JSONObject {
        [
            "id": .string(purchase.id), "from": text(purchase.sender), "origin": .string(purchase.origin),
            "merchant": text(purchase.merchant), "total": amount(purchase.total),
            "pending": .bool(purchase.isPending), "expires_in_ms": milliseconds(purchase.expiresIn),
        ]
    }

    private static func address(_ address: PostalAddress) -> JSONObject {
        [
            "lines": .array(address.lines.map { .string($0) }), "city": .string(address.city),
            "region": .string(address.region), "postal_code": .string(address.postalCode),
            "country": .string(address.country),
        ]
    }

    private static func availability(_ availability: PaymentAvailability) -> JSONObject {
        let (word, reason, cards): (String, String?, [CardSummary]) =
            switch availability {
            case .canPay(let cards): ("can-pay", nil, cards)
            case .setUpNeeded(let reason): ("set-up-needed", reason.rawValue, [])
            case .cannot: ("cannot", nil, [])
            }
        return event(
            "availability",
            [
                "availability": .string(word), "reason": text(reason),
                "cards": .array(cards.map { .string($0.id) }),
            ])
    }

    private static func wallet(_ wallet: WalletData) -> JSONObject {
        let cards = wallet.cards.map { card -> JSONValue in
            [
                "id": .string(card.id), "network": .string(card.network.rawValue),
                "kind": .string(card.kind.rawValue), "last_four": .string(card.lastFour),
                "expiry_year": integer(card.expiryYear), "expiry_month": integer(card.expiryMonth),
                "billing": card.billingAddress.map { .object(address($0)) } ?? .null,
            ]
        }
        let contacts = wallet.contacts.map { saved -> JSONValue in
            [
                "id": .string(saved.id), "given_name": .string(saved.contact.givenName),
                "family_name": .string(saved.contact.familyName), "email": .string(saved.contact.email),
                "phone": .string(saved.contact.phone),
            ]
        }
        let addresses = wallet.addresses.map { saved -> JSONValue in
            var object: JSONObject = ["id": .string(saved.id), "name": .string(saved.name)]
            for (name, value) in address(saved.address).members { object[name] = value }
            return .object(object)
        }
        return event(
            "wallet",
            ["cards": .array(cards), "contacts": .array(contacts), "addresses": .array(addresses)])
    }

    /// The sheet as it stands: what a script needs to decide, and the words a person would see.
    private static func sheet(_ sheet: Sheet, _ id: String, _ builder: SurfaceBuilder) -> JSONObject {
        let surface = builder.surface(of: sheet)
        let fields = surface.fields.map { field -> JSONValue in
            [
                "name": .string(field.name), "value": text(field.value), "detail": text(field.detail),
                "error": text(field.error), "choices": .array(field.choices.map(choice)),
            ]
        }
        return event(
            "sheet",
            [
                "id": .string(id), "phase": .string(phase(sheet.phase)), "from": text(sheet.sender),
                "origin": .string(sheet.merchant.origin), "merchant": text(sheet.request.total.label),
                "verified": .bool(sheet.provenance == .fresh), "fields": .array(fields),
                "lines": .array(sheet.request.lineItems.map(line)),
                "codes": .array(sheet.request.promoCodes.map { text($0) }),
                "total": amount(sheet.request.total.amount), "pending": .bool(sheet.request.total.isPending),
                "total_written": text(sheet.request.total.writtenAmount),
                "pending_maximum": amount(sheet.request.pendingMaximum),
                "preauthorization": amount(sheet.request.preauthorization),
                "totals_inconsistent": .bool(sheet.request.totalsAreInconsistent),
                "objections": .array(sheet.request.objections.map { .string($0.rawValue) }),
                "agreement": surface.agreement.map(agreement) ?? .null,
                "changed": .bool(!sheet.changes.isEmpty),
                "notices": .array(surface.notices.map { .string($0) }),
                "pay_line": .string(surface.payLine), "can_pay": .bool(surface.isPayOn),
                "state": text(surface.state), "spoken": .string(surface.spoken),
            ])
    }

    private static func agreement(_ agreement: SheetSurface.Agreement) -> JSONValue {
        [
            "title": text(agreement.title),
            "lines": .array(
                agreement.rows.map {
                    ["label": text($0.label), "amount": .string($0.value), "when": text($0.detail)]
                }), "notes": .array(agreement.notes.map { .string($0) }),
        ]
    }

    private static func choice(_ choice: SheetSurface.Choice) -> JSONValue {
        [
            "id": .string(choice.id), "label": text(choice.label), "amount": text(choice.amount),
            "detail": text(choice.detail), "chosen": .bool(choice.isChosen),
        ]
    }

    private static func phase(_ phase: SheetPhase) -> String {
        switch phase {
        case .ready: "ready"
        case .updating: "updating"
        case .authorizing(.inDoubt): "in-doubt"
        case .authorizing: "authorizing"
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }
}
