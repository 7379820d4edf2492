internal import HTTPMessages
package import Handoffs
internal import JSON
package import Wire

extension RelayClient {
    /// Puts a handoff's tokens, all or none. A refusal for the clock has taught the relay's time: sign
    /// again under the same id and try once more.
    package func create(_ tokens: [String]) async throws(RelayError) -> HandoffStatus {
        try await status(
            .post, "/v1/handoffs", body: HandoffCreateRequest(tokens: tokens).json, isSigned: false)
    }

    /// Where a handoff stands; with its token for a recipient, with its outcome for the sender.
    package func handoff(_ key: HandoffKey) async throws(RelayError) -> HandoffStatus {
        try await status(.get, "/v1/handoffs/\(key.id.text)?iss=\(key.sender.text)")
    }

    /// Claims it: one device wins, and the answer carries the token.
    package func claim(_ key: HandoffKey, with claimKey: ClaimKey) async throws(RelayError) -> ClaimAnswer {
        let body = ClaimRequest(sender: key.sender, claimKey: claimKey).json
        let claim: ClaimAnswer = try await send(.post, "/v1/handoffs/\(key.id.text)/claim", body: body)
        guard claim.state == .claimed else { throw .failed("a claim that is \(claim.state.rawValue)") }
        learn(claim.serverTime)
        return claim
    }

    /// Keeps a claim for another lease.
    package func renew(_ key: HandoffKey, _ fence: Fence) async throws(RelayError) -> HandoffStatus {
        try await step("renew", key, fence)
    }

    /// Gives a claim back.
    package func release(_ key: HandoffKey, _ fence: Fence) async throws(RelayError) -> HandoffStatus {
        try await step("release", key, fence)
    }

    /// The point of no return. Only its acknowledgement entitles to a charge: an answer that names another
    /// handoff, claim or state is none.
    package func authorizing(_ key: HandoffKey, _ fence: Fence) async throws(RelayError) -> HandoffStatus {
        let status = try await step("authorizing", key, fence)
        guard status.key == key, status.fence == fence, status.state == .authorizing else {
            throw .failed("authorizing was answered with \(status.state.rawValue)")
        }
        return status
    }

    /// The person declined.
    package func decline(_ key: HandoffKey, _ fence: Fence) async throws(RelayError) -> HandoffStatus {
        try await step("decline", key, fence)
    }

    /// Puts the outcome; the same bytes again give the same answer.
    package func settle(_ key: HandoffKey, outcome: String) async throws(RelayError) -> HandoffStatus {
        try await status(
            .post, "/v1/handoffs/\(key.id.text)/outcome", body: OutcomeRequest(outcome: outcome).json,
            isSigned: false)
    }

    /// Cancels one of this device's own, created or not yet.
    package func cancel(_ id: HandoffID) async throws(RelayError) -> HandoffStatus {
        try await status(.post, "/v1/handoffs/\(id.text)/cancel", body: CancelRequest().json)
    }

    private func step(
        _ name: String, _ key: HandoffKey, _ fence: Fence
    ) async throws(RelayError) -> HandoffStatus {
        try await status(
            .post, "/v1/handoffs/\(key.id.text)/\(name)",
            body: FenceRequest(sender: key.sender, fence: fence).json)
    }

    private func status(
        _ method: Method, _ path: String, body: JSONValue? = nil, isSigned: Bool = true
    ) async throws(RelayError) -> HandoffStatus {
        let status: HandoffStatus = try await send(method, path, body: body, isSigned: isSigned)
        learn(status.serverTime)
        return status
    }
}
