internal import BatonClient
internal import Blocking
internal import Checkout
internal import Crypto
internal import Handoffs
internal import Sealing
package import Surfaces

/// `baton-watch send`: hands over a payment request with no shop behind it, or one that its merchant has
/// signed, and waits for the payment.
package struct SendFlow: Sendable {
    private let device: Device
    private let order: SendOrder

    package init(_ device: Device, _ order: SendOrder) {
        self.device = device
        self.order = order
    }

    /// Sends. What a browser would refuse is refused here; the handoff lives on when this is interrupted
    /// after it was acknowledged.
    package func run() async throws(Complaint) -> Ending {
        let now = device.clock.wallTime().seconds
        let check = SendCheck(device.face, clock: device.clock)
        let certificate = try await certificate(check)
        let looked = try await check.look(order.source)
        let subject = try chosen(looked)
        let (line, phones) = try await device.recipients(order.recipients)
        let replaced = try await replaced()
        device.face.show(.quoted(subject.shown(now: now)))
        if !order.isConfirmed, try await !device.face.confirm(.send) {
            throw .notSent(wasAsked: device.face.isInteractive)
        }
        guard device.face.canShow else { throw .outputLost }
        try tryOutput()
        let id = HandoffID(at: line.client.now, random: RandomBytes.make(10))
        let making = HandoffMaking(device: device, line: line, phones: phones)
        let sent = try await making.send(
            HandoffCargo(subject, certificate: certificate), id: id, lifetime: order.lifetime,
            replacing: replaced)
        guard order.waits else {
            device.face.show(
                .result(
                    ResultShown(
                        id: id.text, merchant: ForeignText(sent.merchantName), ending: .handedOff)))
            return .handedOff
        }
        return try await WatchWait(device: device, line: line, output: order.output).result(of: id)
    }

    /// A file that could not take the payment is said before anything is handed off.
    private func tryOutput() throws(Complaint) {
        guard let output = order.output else { return }
        let isNew: Bool
        do throws(FileError) {
            isNew = try DurableFile.create(output, with: [])
            if isNew { _ = try DurableFile.remove(output) }
        } catch {
            throw .outputUnusable("\(error)")
        }
        guard isNew else { throw .outputUnusable(Words.Send.isThere(output)) }
    }

    private func certificate(_ check: SendCheck) async throws(Complaint) -> [UInt8]? {
        guard let file = order.certificate else { return nil }
        return try await check.certificate(file)
    }

    /// The one thing to hand over.
    private func chosen(_ looked: Looked) throws(Complaint) -> SendSubject {
        guard looked.invalid == 0 else { throw .requestRefused(looked.kind) }
        guard let name = order.body else {
            guard looked.subjects.count == 1 else {
                throw .ambiguousBody(looked.subjects.map { ForeignText($0.name) })
            }
            return looked.subjects[0]
        }
        guard let found = looked.subjects.first(where: { $0.name == name }) else {
            throw .unknownBody(name)
        }
        return found
    }

    private func replaced() async throws(Complaint) -> HandoffID? {
        guard let name = order.replaces else { return nil }
        return try await device.sent(called: name).id
    }
}

extension Device {
    /// The phones at one relay: those named, else every one that is paired there.
    func recipients(_ names: [String]) async throws(Complaint) -> (RelayLine, [PairedDevice]) {
        var all = try await pairedDevices()
        if !names.isEmpty {
            all = []
            for name in names { all.append(try await pairedDevice(called: name)) }
        }
        guard let first = all.first else {
            // What a crash left at the relay is taken back.
            _ = await givingRelays(Self.lookPatience).catchUp()
            throw .noPairing
        }
        let phones = all.filter { $0.line.relay.base == first.line.relay.base }.map(\.device)
        return (first.line, Array(phones.prefix(HandoffLimits.recipientsMax)))
    }
}
