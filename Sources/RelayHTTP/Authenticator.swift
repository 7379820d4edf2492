internal import Crypto
internal import HTTPMessages
internal import Handoffs
internal import Relay
internal import Signing
internal import Wire

/// Who signed a request (Protocol/http.md, "Signing a request"): header strings go in, a device comes out.
struct Authenticator: Sendable {
    private let service: RelayService
    private let clock: any RelayClock
    private let base: BaseURL
    private let mint = NonceMint()
    private let replays: ReplayMemory
    private let startedAt: Int64

    init(service: RelayService, clock: any RelayClock, base: BaseURL) {
        self.service = service
        self.clock = clock
        self.base = base
        replays = ReplayMemory(uptime: clock.uptime())
        startedAt = clock.now().seconds
    }

    /// A refusal with what the next request needs.
    struct Failure: Error {
        var refusal: RelayRefusal
        var nonce: String?
        var component: String?
    }

    /// The device that signed `request`, whose target is below the base path. `party` is the key that the
    /// body brings, where the relay need not know it yet.
    func authenticate(
        _ request: Request, bringing party: (Pairing.Party, P256PublicKey)? = nil
    ) async throws(Failure) -> DeviceID {
        let signature = try read(request)
        let parameters = signature.parameters
        let device = parameters.keyID
        let uptime = clock.uptime()
        let isMinted = mint.isValid(parameters.nonce, for: device, at: uptime)
        guard isMinted || isTimely(parameters.created) else {
            throw again(.signatureStale, device, "created is more than 60 s off, or before the relay's start")
        }
        let key = try await find(device, party)
        try verify(signature, request, key)
        // Remembered only once it holds, so that nobody can use up another's nonces.
        switch replays.remember(device, parameters.nonce, at: uptime) {
        case .fresh: return device
        case .replayed: throw again(.replayed, device, nil)
        case .full: throw Failure(refusal: RelayRefusal(.unavailable, retryAfter: .seconds(5)))
        }
    }

    private func read(_ request: Request) throws(Failure) -> RequestSignature {
        do {
            return try RequestSignature(of: request)
        } catch {
            switch error {
            case .missing: throw Failure(refusal: RelayRefusal(.signatureMissing))
            case .malformed, .mismatch, .signature: throw Self.invalid(error)
            }
        }
    }

    /// Within the window, and not from before the start: what came then is not remembered any more.
    private func isTimely(_ created: Int64) -> Bool {
        let now = clock.now().seconds
        return created > startedAt && abs(now - created) <= EdgeLimits.signatureWindowSeconds
    }

    private func find(
        _ device: DeviceID, _ party: (Pairing.Party, P256PublicKey)?
    ) async throws(Failure) -> P256PublicKey {
        if let (own, key) = party {
            guard own.device == device else {
                throw Failure(
                    refusal: RelayRefusal(.signatureInvalid, detail: "keyid is not the thumbprint of the key")
                )
            }
            return key
        }
        let known: P256PublicKey?
        do { known = try await service.key(of: device) } catch { throw Failure(refusal: error) }
        guard let known else {
            throw Failure(refusal: RelayRefusal(.signatureInvalid, detail: "the signature does not verify"))
        }
        return known
    }

    private func verify(
        _ signature: RequestSignature, _ request: Request, _ key: P256PublicKey
    ) throws(Failure) {
        do { try signature.verify(request, base: base, with: key) } catch { throw Self.invalid(error) }
    }

    private static func invalid(_ error: RequestSignatureRefusal) -> Failure {
        var failure = Failure(refusal: RelayRefusal(.signatureInvalid, detail: "\(error)"))
        if case .mismatch(let component) = error { failure.component = component }
        return failure
    }

    private func again(_ code: ProblemCode, _ device: DeviceID, _ detail: String?) -> Failure {
        Failure(
            refusal: RelayRefusal(code, detail: detail), nonce: mint.make(for: device, at: clock.uptime()))
    }
}
