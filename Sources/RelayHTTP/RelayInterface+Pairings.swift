internal import HTTPMessages
internal import Handoffs
internal import JSON
internal import Relay
internal import Wire

/// The routes below `/v1/pairings`.
extension RelayInterface {
    func openPairing(_ request: Request) async throws(Authenticator.Failure) -> Response {
        let body = try read(PairingOpenRequest.self, of: request)
        _ = try await authenticate(request, bringing: body.key)
        let view = try await refusing { () async throws(RelayRefusal) in
            try await service.openPairing(body.pairing, by: RelayService.party(body.key).0)
        }
        return Self.json(view.isNew ? .created : .ok, view.status().encoded())
    }

    func pairingMessage(_ id: PairingID, _ request: Request) async throws(Authenticator.Failure) -> Response {
        let body = try read(PairingMessageRequest.self, of: request)
        let device = try await authenticate(request, bringing: body.key)
        let event = try refusing { () throws(RelayRefusal) in try Self.event(body, by: device) }
        return try await answer { () async throws(RelayRefusal) in
            try await service.pairingStep(event, of: id)
        }
    }

    func pairingGrant(_ id: PairingID, _ request: Request) async throws(Authenticator.Failure) -> Response {
        let body = try read(GrantRequest.self, of: request)
        let device = try await authenticate(request)
        return try await answer { () async throws(RelayRefusal) in
            try await service.grant(service.verify(grant: body.grant), by: device, for: id)
        }
    }

    func unpair(_ id: PairingID, _ request: Request) async throws(Authenticator.Failure) -> Response {
        let device = try await authenticate(request)
        return try await answer { () async throws(RelayRefusal) in try await service.unpair(id, by: device) }
    }

    /// Answers at once where there is news, else when there is, or after the wait.
    func readPairing(_ id: PairingID, _ request: Request) async throws(Authenticator.Failure) -> Response {
        let device = try await authenticate(request)
        let seen = try count(request, "seen", in: 0...1000) ?? 0
        let wait = try count(request, "wait", in: 0...WireLimits.waitSecondsMax) ?? 0
        let until = clock.uptime() + .seconds(wait)
        while true {
            let waiter = Waiter()
            service.hub.add(waiter, for: id)
            let view = try await refusing { () async throws(RelayRefusal) in
                try await service.pairing(id, for: device)
            }
            let status = view.status(seen: seen)
            let isOver = clock.uptime() >= until || Task.isCancelled || deadlines.haveEnded
            if !status.messages.isEmpty || view.isOver || isOver {
                return Self.json(.ok, status.encoded())
            }
            deadlines.add(waiter, until: until)
            await waiter.wait()
            deadlines.remove(waiter)
        }
    }

    /// A whole number in the query; nil where it is absent.
    func count(
        _ request: Request, _ name: String, in range: ClosedRange<Int64>
    ) throws(Authenticator.Failure) -> Int64? {
        guard let text = request.queryValue(name) else { return nil }
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(text),
            range.contains(number)
        else {
            let detail = "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
            throw .init(RelayRefusal(.malformed, detail: detail))
        }
        return number
    }

    private func answer(
        _ body: () async throws(RelayRefusal) -> RelayService.PairingView
    ) async throws(Authenticator.Failure) -> Response {
        Self.json(.ok, try await refusing(body).status().encoded())
    }

    private static func event(
        _ request: PairingMessageRequest, by device: DeviceID
    ) throws(RelayRefusal) -> Pairing.Event {
        switch request.step {
        case .answer:
            guard let key = request.key else { throw RelayRefusal(.malformed, detail: "$.key is missing") }
            return .answer(by: try RelayService.party(key).0, body: request.body)
        case .reveal: return .reveal(by: device, body: request.body)
        case .watchConfirm: return .watchConfirm(by: device, body: request.body)
        case .phoneConfirm: return .phoneConfirm(by: device, body: request.body)
        case .abort: return .abort(by: device, body: request.body)
        }
    }
}

extension RelayService.PairingView {
    /// Whether nothing more will come.
    fileprivate var isOver: Bool {
        switch pairing.phase {
        case .running: false
        case .ended, .paired, .unpaired: true
        }
    }
}
