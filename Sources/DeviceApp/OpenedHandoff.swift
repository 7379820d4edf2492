internal import BatonClient
internal import Checkout
internal import CheckoutJSON
internal import HTTPMessages
internal import Handoffs
internal import JSON
internal import Merchant
internal import Sealing
internal import Surfaces

/// A purchase that this phone has opened, read as far as it can be before anybody is asked.
struct OpenedHandoff: Sendable {
    let incoming: IncomingHandoff
    /// What the sheet is first drawn from.
    let request: PaymentRequest
    let provenance: SheetProvenance
    /// Empty where no merchant stands behind it.
    let origin: String
    /// Who stands behind it.
    let backing: HandoffBacking

    /// Opens a row of the journal. Throws where its sender is no longer paired, or where what it seals cannot
    /// be shown.
    init(
        _ row: ReceivedHandoff, at line: RelayLine, from devices: [PairedDevice]
    ) throws(Complaint) {
        do throws(HandoffRefusal) {
            incoming = try IncomingHandoff(
                row.token, at: line.relay.base, with: line.relay.keys, from: devices)
        } catch {
            throw .cannotShow("\(error)")
        }
        let contents = incoming.token.contents
        if let text = contents.quote, let merchant = contents.merchant {
            do throws(QuoteRefusal) {
                let quote = try Quote(unverified: text)
                guard let base = BaseURL(merchant.origin), base.origin == quote.origin else {
                    throw .origin(quote.origin)
                }
                request = quote.request
                origin = quote.origin
                backing = .session(
                    SessionAccess(
                        origin: base, sessionID: merchant.session, bearer: merchant.bearer,
                        signingKey: merchant.signingKey))
            } catch {
                throw .cannotShow("\(error)")
            }
            provenance = .sealed
        } else if let text = contents.quote {
            do throws(QuoteRefusal) {
                let quote = try StandingQuote(unverified: text)
                request = quote.request
                origin = quote.origin
                backing = .standing(quote)
            } catch {
                throw .cannotShow("\(error)")
            }
            // Nobody has looked at its signature yet.
            provenance = .sealed
        } else if let value = contents.request {
            do throws(PaymentRequestJSONError) {
                request = try PaymentRequestJSON.request(from: JSONNode(value), reading: .handedOver)
            } catch {
                throw .cannotShow("\(error)")
            }
            provenance = .unsigned
            origin = ""
            backing = .nobody(certificate: contents.certificate)
        } else {
            throw .cannotShow("quote")
        }
    }

    var key: HandoffKey { incoming.key }

    var sender: ForeignText { ForeignText(incoming.sender.card.name) }

    var merchantName: ForeignText { request.total.label }

    var prefill: SheetPrefill {
        let prefill = incoming.token.contents.prefill
        return SheetPrefill(
            methodID: prefill.method, cardKind: prefill.cardKind.flatMap { CardKind(rawValue: $0) })
    }

    /// The purchase as a list or an announcement shows it.
    func shown(_ row: ReceivedHandoff, now: Int64) -> PurchaseShown {
        PurchaseShown(
            id: key.id.text, sender: sender, origin: origin, merchant: merchantName,
            total: request.total.amount, isPending: request.total.isPending,
            expiresIn: .seconds(max(0, row.expiresAt - now)))
    }
}

extension Device {
    /// Opens a row of the journal.
    func opened(_ row: ReceivedHandoff, at line: RelayLine) async throws(Complaint) -> OpenedHandoff {
        let devices = try await keeping { journal throws(JournalFailure) in
            try await journal.knownDevices(at: line.relay)
        }
        return try OpenedHandoff(row, at: line, from: devices)
    }

    /// The purchases that wait, newest first, each with its line.
    func waiting() async throws(Complaint) -> [(row: ReceivedHandoff, line: RelayLine)] {
        let lines = try await lines()
        let rows = try await keeping { journal throws(JournalFailure) in try await journal.received() }
        return rows.filter(\.isWaiting).compactMap { row in
            lines.first { $0.relay.number == row.relay }.map { (row, $0) }
        }
    }
}

extension ReceivedHandoff {
    /// Whether it waits here: offered, or claimed by this phone and not ended.
    var isWaiting: Bool { isOpen && (state == .offered || fence != nil) }
}
