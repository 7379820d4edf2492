internal import BatonClient
internal import Checkout
internal import CheckoutJSON
internal import HTTPMessages
internal import Handoffs
internal import JSON
internal import Merchant
internal import Sealing
internal import Surfaces

/// A handoff that this phone has opened, with all that its sheet is drawn from before anybody is asked
/// (AP-2).
struct OpenedHandoff: Sendable {
    let incoming: IncomingHandoff
    let line: RelayLine
    let request: PaymentRequest
    let provenance: SheetProvenance
    /// Where the merchant's session is; nil for a request that no merchant signed.
    let access: SessionAccess?

    var key: HandoffKey { incoming.key }
    var sender: ForeignText { ForeignText(incoming.sender.card.name) }
    var origin: String { access?.origin.origin ?? "" }

    /// Opens the token that came for this phone. Throws where it does not open, or shows nothing truthfully.
    init(_ token: String, on line: RelayLine, from devices: [PairedDevice]) throws(Complaint) {
        self.line = line
        do throws(HandoffRefusal) {
            incoming = try IncomingHandoff(
                token, at: line.relay.base, with: line.relay.keys, from: devices)
        } catch {
            throw .cannotOpen("\(error)")
        }
        let contents = incoming.token.contents
        access = try contents.merchant.map { merchant throws(Complaint) in
            guard let origin = BaseURL(merchant.origin) else { throw .cannotShow("merchant.origin") }
            return SessionAccess(
                origin: origin, sessionID: merchant.session, bearer: merchant.bearer,
                signingKey: merchant.signingKey)
        }
        if let quote = contents.quote, access != nil {
            do throws(QuoteRefusal) {
                request = try Quote(unverified: quote).request
            } catch {
                throw .cannotShow("quote: \(error)")
            }
            provenance = .sealed
        } else if let value = contents.request {
            do throws(PaymentRequestJSONError) {
                request = try PaymentRequestJSON.request(from: JSONNode(value))
            } catch {
                throw .cannotShow("request: \(error)")
            }
            provenance = .unsigned
        } else {
            throw .cannotShow("request")
        }
    }

    var prefill: SheetPrefill {
        let prefill = incoming.token.contents.prefill
        return SheetPrefill(
            methodID: prefill.method, cardKind: prefill.cardKind.flatMap { CardKind(rawValue: $0) })
    }
}

extension Device {
    /// Opens what the journal keeps of a purchase.
    func open(_ handoff: ReceivedHandoff) async throws(Complaint) -> OpenedHandoff {
        guard let line = try await lines().first(where: { $0.relay.number == handoff.relay }) else {
            throw .unknownHandoff(handoff.key.id.text)
        }
        let devices = try await keeping { journal throws(JournalFailure) in
            try await journal.devices(at: line.relay)
        }
        return try OpenedHandoff(handoff.token, on: line, from: devices)
    }
}
