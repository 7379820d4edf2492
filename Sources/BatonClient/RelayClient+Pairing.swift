internal import HTTPMessages
package import Handoffs
internal import JSON
package import Wire

extension RelayClient {
    /// How long the first request of a pairing is repeated: somebody stands before it and waits.
    private static let firstPatience: Duration = .seconds(5)

    /// Opens a pairing under the watch's own id.
    package func openPairing(_ id: PairingID, key: PublicKeyJWK) async throws(RelayError) -> PairingStatus {
        try await pairing(
            .post, "", body: PairingOpenRequest(pairing: id, key: key).json, patience: Self.firstPatience)
    }

    /// Where a pairing stands, at once if it holds more than `seen` messages, else within `wait` seconds (0
    /// to 25).
    package func pairing(
        _ id: PairingID, seen: Int64, wait: Int64
    ) async throws(RelayError) -> PairingStatus {
        try await pairing(
            .get, "/\(id.text)?wait=\(wait)&seen=\(seen)", deadline: .seconds(wait + 10))
    }

    /// Posts a step; an answer comes with the signing key.
    package func post(
        _ step: Pairing.Step, _ body: [UInt8], to id: PairingID, key: PublicKeyJWK? = nil
    ) async throws(RelayError) -> PairingStatus {
        try await pairing(
            .post, "/\(id.text)/messages", body: PairingMessageRequest(step: step, body: body, key: key).json,
            patience: step == .answer ? Self.firstPatience : nil)
    }

    /// Posts this device's grant.
    package func grant(_ grant: String, for id: PairingID) async throws(RelayError) -> PairingStatus {
        try await pairing(.post, "/\(id.text)/grant", body: GrantRequest(grant: grant).json)
    }

    /// Ends a pairing for both devices; the same again gives the same answer.
    package func unpair(_ id: PairingID) async throws(RelayError) -> PairingStatus {
        try await pairing(.delete, "/\(id.text)")
    }

    /// Brings a sealed message to a paired device.
    package func notify(_ recipient: DeviceID, _ body: [UInt8]) async throws(RelayError) {
        try await send(.post, "/v1/notices", body: NoticeRequest(recipient: recipient, body: body).json) {
            body throws(JSONError) in _ = try JSONNode(parsing: body).object()
        }
    }

    private func pairing(
        _ method: Method, _ path: String, body: JSONValue? = nil, deadline: Duration? = nil,
        patience: Duration? = nil
    ) async throws(RelayError) -> PairingStatus {
        let status: PairingStatus = try await send(
            method, "/v1/pairings" + path, body: body, deadline: deadline, patience: patience)
        learn(status.serverTime)
        return status
    }
}
