package import HTTPMessages
package import Handoffs
package import Sealing
internal import Signing

/// A handoff that this phone has opened: its sender is paired, its signature and seal are good, and it was
/// made for this device and this relay (Protocol/token.md).
package struct IncomingHandoff: Sendable {
    /// As it was pinned at pairing: the name shown comes from here.
    package let sender: PairedDevice
    package let token: HandoffToken

    /// Sender and id.
    package var key: HandoffKey { HandoffKey(sender: token.header.sender, id: token.header.id) }

    /// Opens a token that came from `relay`. `devices` may hold earlier pairings with one device: a
    /// purchase that was begun before is ended with the key it was begun with. A grant at the relay is not
    /// enough: without a key of its own for the sender a phone opens nothing (design section 3, step 6).
    package init(
        _ text: String, at relay: BaseURL, with keys: DeviceKeys, from devices: [PairedDevice]
    ) throws(HandoffRefusal) {
        let header: HandoffToken.Header
        do throws(SealingRefusal) { header = try HandoffToken.peek(text) } catch { throw .sealing(error) }
        let senders = devices.filter { $0.card.id == header.sender && $0.relay == relay }
        func open(with device: PairedDevice) throws(SealingRefusal) -> HandoffToken {
            try HandoffToken(
                opening: text, from: device.card.signingKey, to: keys.id, with: keys.agreement,
                sharing: device.psk, relay: relay.text)
        }
        (sender, token) = try Self.first(of: senders, else: .unknownSender(header.sender), open)
    }

    /// The signed outcome of this handoff, sealed to the key that only its sender holds. The journal keeps
    /// the text before it is sent: sealing again would give other bytes, which the relay refuses.
    package func outcome(
        _ contents: OutcomeContents, fence: Fence, with keys: DeviceKeys, at now: Instant
    ) throws(HandoffRefusal) -> String {
        let header = Outcome.Header(
            phone: keys.id, watch: key.sender, id: key.id, token: token.identity, fence: fence,
            issuedAt: now.seconds)
        do throws(SealingRefusal) {
            let outcome = try Outcome(
                contents, header: header, withPayment: token.contents.wantsPayment,
                to: token.contents.replyKey, sharing: sender.psk, with: keys.signing)
            return outcome.signed.text
        } catch {
            throw .sealing(error)
        }
    }
}

/// An outcome that this watch has opened: the only thing that lets it say "ordered" (Protocol/outcome.md).
package struct IncomingOutcome: Sendable {
    package let phone: PairedDevice
    package let outcome: Outcome

    /// Opens the outcome that `phone` signed for the handoff `key`, with what the journal kept of its tokens.
    /// `devices` holds earlier pairings too: unpairing does not take away the result of a purchase under way.
    package init(
        _ text: String, of key: HandoffKey, claimedBy phone: DeviceID, replies: [ExpectedReply],
        from devices: [PairedDevice]
    ) throws(HandoffRefusal) {
        guard let reply = replies.first(where: { $0.phone == phone }) else { throw .unexpectedPhone(phone) }
        let phones = devices.filter { $0.card.id == phone }
        func open(with device: PairedDevice) throws(SealingRefusal) -> Outcome {
            try Outcome(
                opening: text, answering: reply.token, of: key, from: device.card.signingKey,
                with: reply.replyKey, sharing: device.psk)
        }
        (self.phone, outcome) = try IncomingHandoff.first(of: phones, else: .unknownSender(phone), open)
    }
}

extension IncomingHandoff {
    /// What opens with the key of the first device that it opens with.
    fileprivate static func first<Opened>(
        of devices: [PairedDevice], else nobody: HandoffRefusal,
        _ open: (PairedDevice) throws(SealingRefusal) -> Opened
    ) throws(HandoffRefusal) -> (PairedDevice, Opened) {
        var refusal = nobody
        for device in devices {
            do throws(SealingRefusal) {
                return (device, try open(device))
            } catch {
                refusal = .sealing(error)
            }
        }
        throw refusal
    }
}
