import Crypto
import Handoffs
import TestSupport
import Testing
import Wire

@testable import BatonClient

/// Pairs two devices over a live relay, as their programs do.
struct LivePairing: Sendable {
    let watch: PairableDevice
    let phone: PairableDevice

    /// Each side's half of a finished pairing.
    struct Paired: Sendable {
        /// The phone as the watch knows it, and the other way round.
        let phone: PairedDevice
        let watch: PairedDevice
    }

    func run(region: ShortenedRegion? = nil) async throws -> Paired {
        let pairing = WatchPairing(
            keys: watch.keys, card: watch.card, relay: watch.client.base,
            pairing: try #require(PairingID(bytes: RandomBytes.make(16))), ephemeral: try P256PrivateKey(),
            secret: RandomBytes.makeSecret(16), nonce: RandomBytes.make(32))
        _ = try await watch.client.openPairing(
            pairing.link.pairing, key: watch.jwk)
        let codes = AsyncStream<String>.makeStream()
        let link = try PairingLink(pairing.link.text)
        async let phone = runWatch(pairing, codes.stream)
        async let watch = runPhone(link, region, codes.continuation)
        return try await Paired(phone: phone, watch: watch)
    }

    /// The watch's side; the code comes from the person who looks at the phone.
    private func runWatch(
        _ pairing: WatchPairing, _ codes: AsyncStream<String>
    ) async throws -> PairedDevice {
        var pairing = pairing
        let (id, client) = (pairing.link.pairing, watch.client)
        var seen: Int64 = 0
        for _ in 0..<60 {
            let status = try await client.pairing(id, seen: seen, wait: 1)
            seen = status.seen
            var effects = pairing.apply(status, sealingNonce: RandomBytes.make(12), at: client.now)
            while !effects.isEmpty {
                switch effects.removeFirst() {
                case .post(let step, let body): _ = try await client.post(step, body, to: id)
                case .postGrant(let grant): _ = try await client.grant(grant, for: id)
                case .askForCode:
                    for await code in codes {
                        effects += pairing.enter(code)
                        break
                    }
                case .showCodeRight, .showCodeWrong: break
                case .paired(let device): return device
                case .ended(let end): throw end
                }
            }
        }
        throw TooLate()
    }

    private func runPhone(
        _ link: PairingLink, _ region: ShortenedRegion?, _ codes: AsyncStream<String>.Continuation
    ) async throws -> PairedDevice {
        var pairing = PhonePairing(
            link: link, keys: phone.keys, card: phone.card, ephemeral: try P256PrivateKey(),
            nonce: RandomBytes.make(32))
        let (id, client) = (link.pairing, phone.client)
        let key = phone.jwk
        var effects = [pairing.answer(sealingNonce: RandomBytes.make(12))]
        var seen: Int64 = 0
        for _ in 0..<60 {
            while !effects.isEmpty {
                switch effects.removeFirst() {
                case .post(let step, let body):
                    _ = try await client.post(step, body, to: id, key: step == .answer ? key : nil)
                case .postGrant(let grant): _ = try await client.grant(grant, for: id)
                case .showCode(let code, _): codes.yield(code)
                case .askWhetherRight:
                    effects += pairing.confirm(
                        true, region: region, sealingNonce: RandomBytes.make(12), at: client.now)
                case .paired(let device): return device
                case .ended(let end): throw end
                }
            }
            let status = try await client.pairing(id, seen: seen, wait: 1)
            seen = status.seen
            effects += pairing.apply(status)
        }
        throw TooLate()
    }
}
