internal import BatonClient
internal import Checkout
internal import Crypto
internal import Handoffs
internal import Surfaces
internal import Wire

/// Carries what a pairing wants done, on either device, until it is over.
struct PairingDrive: Sendable {
    let device: Device
    let inputs: PairingInputs
    let line: RelayLine

    /// The watch's side.
    func watch(_ pairing: inout WatchPairing) async throws(Complaint) {
        var asking: Task<Void, Never>?
        defer { asking?.cancel() }
        for await input in inputs.queue {
            let effects: [WatchPairing.Effect]
            switch input {
            case .status(let status):
                effects = pairing.apply(
                    status, sealingNonce: RandomBytes.make(12), at: line.client.now)
            case .typed(let text?): effects = pairing.enter(text)
            case .typed(nil): throw .needsInput
            case .confirmed: effects = []
            case .failed(let complaint): throw complaint
            }
            for effect in effects {
                switch effect {
                case .post(let step, let body): try await inputs.post(step, body)
                case .postGrant(let grant): try await inputs.post(grant: grant)
                case .askForCode:
                    device.face.show(.codeWanted(triesLeft: WatchPairing.errorsMax))
                    asking = askForCode()
                case .showCodeWrong(let triesLeft):
                    device.face.show(.codeWrong(triesLeft: triesLeft))
                    asking = askForCode()
                case .showCodeRight: device.face.show(.codeRight)
                case .paired(let other): return try await keep(other)
                case .ended(let end): throw Complaint(end)
                }
            }
        }
        throw .interrupted
    }

    /// The phone's side. With `saysRight` nobody is asked whether the watch does.
    func phone(
        _ pairing: inout PhonePairing, region: ShortenedRegion?, saysRight: Bool
    ) async throws(Complaint) {
        var asking: Task<Void, Never>?
        defer { asking?.cancel() }
        for await input in inputs.queue {
            let effects: [PhonePairing.Effect]
            switch input {
            case .status(let status): effects = pairing.apply(status)
            case .typed: effects = []
            case .confirmed(let isRight):
                effects = pairing.confirm(
                    isRight, region: region, sealingNonce: RandomBytes.make(12), at: line.client.now)
            case .failed(let complaint): throw complaint
            }
            for effect in effects {
                switch effect {
                case .post(let step, let body): try await inputs.post(step, body)
                case .postGrant(let grant): try await inputs.post(grant: grant)
                case .showCode(let code, _): device.face.show(.code(code))
                case .askWhetherRight:
                    device.face.show(.codeRightWanted)
                    if saysRight { inputs.add(.confirmed(true)) } else { asking = askWhetherRight() }
                case .paired(let other): return try await keep(other)
                case .ended(let end): throw Complaint(end)
                }
            }
        }
        throw .interrupted
    }

    private func askForCode() -> Task<Void, Never> {
        let (face, inputs) = (device.face, inputs)
        return Task {
            do throws(Complaint) { inputs.add(.typed(try await face.ask(.pairingCode))) } catch {
                inputs.add(.failed(error))
            }
        }
    }

    private func askWhetherRight() -> Task<Void, Never> {
        let (face, inputs) = (device.face, inputs)
        return Task {
            do throws(Complaint) { inputs.add(.confirmed(try await face.confirm(.codeRight))) } catch {
                inputs.add(.failed(error))
            }
        }
    }

    /// On disk first, then said (design section 3, step 6).
    private func keep(_ other: PairedDevice) async throws(Complaint) {
        let relay = line.relay
        let now = device.clock.wallTime().seconds
        try await device.keeping { journal throws(JournalFailure) in
            try await journal.keep(other, at: relay, now: now)
        }
        device.face.show(.paired(DeviceShown(other)))
    }
}

extension DeviceShown {
    init(_ device: PairedDevice) {
        self.init(
            id: device.card.id.text, name: ForeignText(device.card.name), kind: device.card.kind.name)
    }
}

extension DeviceKeys {
    /// The public signing key as the relay takes it.
    func signingJWK() throws(Complaint) -> PublicKeyJWK {
        guard let key = PublicKeyJWK(x963: signing.publicKey.x963) else { throw .pairingFailed }
        return key
    }
}
