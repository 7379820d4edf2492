package import Crypto
internal import Encodings
package import HTTPClient
package import HTTPMessages
package import Handoffs
internal import JSON
internal import Signing
internal import Wire

/// One device's line to one relay: signs every request, keeps the relay's time, asks again where that is
/// safe, which in this protocol it always is (Protocol/http.md).
package final class RelayClient: Sendable {
    package let base: BaseURL
    /// This device at that relay.
    package let device: DeviceID
    let http: HTTPClient
    private let key: P256PrivateKey
    private let clock: any DeviceClock
    private let time: RelayTime
    private let patience: Duration

    /// How long a request is repeated before it counts as failed.
    package static let patience: Duration = .seconds(20)

    /// A line for the device with that signing key; `patience` is less where somebody waits for an answer.
    package init(
        base: BaseURL, key: P256PrivateKey, http: HTTPClient, clock: any DeviceClock,
        patience: Duration = patience
    ) {
        self.base = base
        self.patience = patience
        self.key = key
        self.http = http
        self.clock = clock
        device = DeviceID(thumbprintOf: key.publicKey)
        time = RelayTime(clock: clock)
    }

    /// The relay's time, by which tokens, outcomes and grants are signed.
    package var now: Instant { time.now }

    /// Since a fixed moment, for whoever measures how long something took.
    var uptime: Duration { clock.uptime() }

    /// Sends a request until it is answered, and reads the answer. What is no answer of the relay's, such
    /// as a proxy's page with status 200, counts as none.
    func send<Answer: Sendable>(
        _ method: Method, _ path: String, body: JSONValue? = nil, isSigned: Bool = true,
        deadline: Duration? = nil, patience: Duration? = nil,
        reading: @Sendable ([UInt8]) throws(JSONError) -> Answer
    ) async throws(RelayError) -> Answer {
        let start = clock.uptime()
        let patience = patience ?? self.patience
        var retry = RequestRetry(patience: patience)
        while true {
            do throws(RelayError) {
                let request = try request(method, path, body: body, isSigned: isSigned, nonce: retry.nonce)
                let left = max(.seconds(1), patience - (clock.uptime() - start))
                return try await once(
                    request, deadline: deadline ?? min(.seconds(10), left), reading: reading)
            } catch {
                guard let wait = retry.wait(after: error, elapsed: clock.uptime() - start) else {
                    throw error
                }
                try await sleep(wait)
            }
        }
    }

    /// Sends a request whose answer is one message.
    func send<Message: WireMessage>(
        _ method: Method, _ path: String, body: JSONValue? = nil, isSigned: Bool = true,
        deadline: Duration? = nil, patience: Duration? = nil
    ) async throws(RelayError) -> Message {
        try await send(
            method, path, body: body, isSigned: isSigned, deadline: deadline, patience: patience
        ) { body throws(JSONError) in try Message(parsing: body, bytesMax: 1 << 20) }
    }

    func sleep(_ wait: Duration) async throws(RelayError) {
        guard wait > .zero else { return }
        do { try await Task.sleep(for: wait) } catch {
            throw .unreachable(.cancelled(mayHaveBeenSent: true))
        }
    }

    /// A signed request whose target stands below the base path.
    func request(
        _ method: Method, _ path: String, body: JSONValue?, isSigned: Bool, nonce: String?
    ) throws(RelayError) -> Request {
        var request = Request(
            method: method, target: base.path + path, fields: ["host": base.authority],
            body: body?.encoded() ?? [])
        if body != nil { request.fields["content-type"] = "application/json" }
        guard isSigned else { return request }
        let parameters = RequestSignature.Parameters(
            created: time.now.seconds, nonce: nonce ?? Base64.encode(RandomBytes.make(16)), keyID: device)
        do throws(CryptoFailure) {
            try RequestSignature.sign(&request, authority: base.authority, parameters: parameters, with: key)
        } catch {
            throw .failed(error.description)
        }
        return request
    }

    private func once<Answer>(
        _ request: Request, deadline: Duration, reading: ([UInt8]) throws(JSONError) -> Answer
    ) async throws(RelayError) -> Answer {
        let response: ClientResponse
        do throws(HTTPClientError) {
            response = try await http.send(request, to: base, deadline: deadline)
        } catch {
            throw .unreachable(error)
        }
        guard response.status.isSuccess else {
            throw refusal(status: response.status, fields: response.fields, body: response.body)
        }
        do throws(JSONError) { return try reading(response.body) } catch {
            throw .notUnderstood(status: response.status.code, retryAfter: nil)
        }
    }

    /// What a refused answer means; whatever came from a proxy is not the relay's word.
    func refusal(status: Status, fields: Fields, body: [UInt8]) -> RelayError {
        let asked = fields["retry-after"].flatMap { Int64($0) }.map { Duration.seconds(max(0, $0)) }
        do throws(JSONError) {
            let problem = try Problem(parsing: body)
            guard problem.type.hasPrefix(ProblemCode.typePrefix) else {
                return .notUnderstood(status: status.code, retryAfter: asked)
            }
            learn(problem.serverTime)
            return .refused(problem)
        } catch {
            return .notUnderstood(status: status.code, retryAfter: asked)
        }
    }

    /// Takes the relay's time out of an answer.
    func learn(_ time: Instant?) {
        if let time { self.time.learn(time) }
    }
}
