internal import HTTPMessages
internal import Handoffs
internal import JSON
internal import Relay
internal import Wire

/// The routes below `/v1/handoffs`.
extension RelayInterface {
    func create(_ request: Request) async throws(Authenticator.Failure) -> Response {
        let body = try read(HandoffCreateRequest.self, of: request, bytesMax: WireLimits.createBodyBytesMax)
        let tokens = try await refusing { () async throws(RelayRefusal) in
            try await service.verify(tokens: body.tokens)
        }
        if let sender = tokens.first?.claims.sender { try admit(sender) }
        let created = try await refusing { () async throws(RelayRefusal) in try await service.create(tokens) }
        return Self.json(created.isNew ? .created : .ok, created.status.encoded())
    }

    func readHandoff(_ id: HandoffID, _ request: Request) async throws(Authenticator.Failure) -> Response {
        let device = try await authenticate(request)
        let sender: DeviceID
        if let text = request.queryValue("iss") {
            guard let id = DeviceID(text: text) else {
                throw .init(RelayRefusal(.malformed, detail: "iss must be a device id"))
            }
            sender = id
        } else {
            sender = device
        }
        let key = HandoffKey(sender: sender, id: id)
        return try await answer { () async throws(RelayRefusal) in try await service.handoff(key, for: device)
        }
    }

    func claim(_ id: HandoffID, _ request: Request) async throws(Authenticator.Failure) -> Response {
        let body = try read(ClaimRequest.self, of: request)
        let device = try await authenticate(request)
        let key = HandoffKey(sender: body.sender, id: id)
        let answer = try await refusing { () async throws(RelayRefusal) in
            try await service.claim(key, by: device, under: body.claimKey)
        }
        return Self.json(.ok, answer.encoded())
    }

    func step(
        _ id: HandoffID, _ request: Request, _ event: (DeviceID, Fence) -> Handoff.Event
    ) async throws(Authenticator.Failure) -> Response {
        let body = try read(FenceRequest.self, of: request)
        let step = event(try await authenticate(request), body.fence)
        let key = HandoffKey(sender: body.sender, id: id)
        return try await answer { () async throws(RelayRefusal) in try await service.step(step, on: key) }
    }

    func outcome(_ id: HandoffID, _ request: Request) async throws(Authenticator.Failure) -> Response {
        let body = try read(OutcomeRequest.self, of: request)
        let outcome = try await refusing { () async throws(RelayRefusal) in
            try await service.verify(outcome: body.outcome)
        }
        guard outcome.claims.id == id else {
            throw .init(RelayRefusal(.badToken, detail: "jti is not of this path"))
        }
        try admit(outcome.claims.phone)
        return try await answer { () async throws(RelayRefusal) in try await service.settle(outcome) }
    }

    func cancel(_ id: HandoffID, _ request: Request) async throws(Authenticator.Failure) -> Response {
        _ = try read(CancelRequest.self, of: request)
        let key = HandoffKey(sender: try await authenticate(request), id: id)
        let status = try await refusing { () async throws(RelayRefusal) in try await service.cancel(key) }
        return Self.json(status.state == .cancelled ? .ok : .accepted, status.encoded())
    }

    func notice(_ request: Request) async throws(Authenticator.Failure) -> Response {
        let body = try read(NoticeRequest.self, of: request)
        let device = try await authenticate(request)
        try await refusing { () async throws(RelayRefusal) in try await service.notify(body, from: device) }
        return Self.json(.accepted, [:])
    }

    private func answer(
        _ body: () async throws(RelayRefusal) -> HandoffStatus
    ) async throws(Authenticator.Failure) -> Response {
        Self.json(.ok, try await refusing(body).encoded())
    }
}
