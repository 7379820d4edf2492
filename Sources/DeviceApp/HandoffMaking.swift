internal import BatonClient
internal import Checkout
internal import Crypto
internal import HTTPMessages
internal import Handoffs
internal import Merchant
internal import Sealing
internal import Signing
internal import Surfaces
internal import Wire

/// Seals a priced purchase to each phone, keeps what opens its outcomes, and puts it at the relay
/// (design, section 4).
struct HandoffMaking: Sendable {
    let device: Device
    let line: RelayLine
    let phones: [PairedDevice]

    /// Signed again at most so often where the clock was wrong.
    private static let attemptsMax = 3

    /// Hands off and says so. When it returns the relay has it on disk.
    func send(
        _ cargo: HandoffCargo, id: HandoffID, lifetime: Duration, replacing: HandoffID?
    ) async throws(Complaint) -> SentHandoff {
        let salt = RandomBytes.make(16)
        var attempt = 1
        while true {
            let (sent, tokens) = try make(cargo, id, lifetime, replacing, salt)
            let isFirst = attempt == 1
            try await device.keeping { journal throws(JournalFailure) in
                if isFirst { try await journal.keep(sent) } else { try await journal.replaceTokens(of: sent) }
            }
            do throws(RelayError) {
                let status = try await line.client.create(tokens)
                announce(sent, status)
                return sent
            } catch {
                // The refusal taught the relay's time: the same id, signed with it (design, section 4).
                if error.code == .clockSkew, attempt < Self.attemptsMax {
                    attempt += 1
                    continue
                }
                throw complaint(error)
            }
        }
    }

    private func make(
        _ cargo: HandoffCargo, _ id: HandoffID, _ lifetime: Duration, _ replaced: HandoffID?,
        _ salt: [UInt8]
    ) throws(Complaint) -> (SentHandoff, [String]) {
        let issuedAt = line.client.now.seconds
        let expiresAt = issuedAt + lifetime.components.seconds
        var texts: [String] = []
        var kept: [SentHandoff.Token] = []
        for phone in phones {
            do {
                let reply = try P256PrivateKey()
                let contents = HandoffContents(
                    replyKey: reply.publicKey, salt: salt, merchant: cargo.merchant, quote: cargo.quote,
                    request: cargo.request, prefill: cargo.prefill, certificate: cargo.certificate,
                    wantsPayment: cargo.wantsPayment)
                let header = HandoffToken.Header(
                    sender: line.id, recipient: phone.card.id, id: id, issuedAt: issuedAt,
                    expiresAt: expiresAt, relay: line.relay.base.text, supersedes: replaced)
                let token = try HandoffToken(
                    contents, header: header, to: phone.card.agreementKey, sharing: phone.psk,
                    with: line.relay.keys.signing)
                texts.append(token.signed.text)
                kept.append(
                    SentHandoff.Token(
                        device: phone.card.id, identity: token.identity, replyKey: try reply.scalar()))
            } catch SealingRefusal.tooLarge(let bytes, let max) {
                throw cargo.merchant == nil
                    ? .requestTooLarge(bytes: bytes, max: max) : .tooLarge(bytes: bytes, max: max)
            } catch {
                throw .shopUnusable("\(error)")
            }
        }
        let sent = SentHandoff(
            id: id, relay: line.relay.number, merchant: cargo.merchant, origin: cargo.origin,
            merchantName: cargo.merchantName, items: cargo.items, total: cargo.total, madeAt: issuedAt,
            expiresAt: expiresAt, state: .offered, ending: nil,
            tokens: kept)
        return (sent, texts)
    }

    private func announce(_ sent: SentHandoff, _ status: HandoffStatus) {
        let key = HandoffKey(sender: line.id, id: sent.id)
        device.face.show(
            .handedOff(
                HandedOffShown(
                    id: sent.id.text, link: HandoffLink(relay: line.relay.base, key: key).text,
                    devices: phones.map { ForeignText($0.card.name) },
                    merchant: ForeignText(sent.merchantName),
                    expiresIn: status.expiresIn ?? .seconds(sent.expiresAt - sent.madeAt))))
    }

    private func complaint(_ error: RelayError) -> Complaint {
        switch error.code {
        case .tooManyOpen, .tooManyWaiting: .tooManyOpen
        case .notGranted: .noPairing
        case .supersedeRefused: .supersedeRefused
        default: Complaint(error, at: line.relay.base.text)
        }
    }
}
