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

    /// How long a request is repeated before it counts as failed.
    package static let patience: Duration = .seconds(20)

    /// A line for the device with that signing key.
    package init(base: BaseURL, key: P256PrivateKey, http: HTTPClient, clock: any DeviceClock) {
        self.base = base
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

    /// Sends a request until it is answered, and gives the body of the answer.
    func send(
        _ method: Method, _ path: String, body: JSONValue? = nil, isSigned: Bool = true,
        deadline: Duration = .seconds(10),
        patience: Duration = patience
    ) async throws(RelayError) -> [UInt8] {
        let start = clock.uptime()
        var nonce: String?
        var attempt = 0
        while true {
            var failure: RelayError
            var wait = Backoff.delay(attempt: attempt)
            do throws(RelayError) {
                let request = try request(method, path, body: body, isSigned: isSigned, nonce: nonce)
                return try await once(request, deadline: deadline)
            } catch {
                failure = error
            }
            switch failure {
            case .refused(let problem):
                if let fresh = problem.nonce, nonce == nil || attempt < 2 {
                    // The relay's own nonce is good at any clock, once: sign again, at once.
                    nonce = fresh
                    attempt += 1
                    continue
                }
                guard problem.isRetryable, problem.code != .clockSkew else { throw failure }
                if let asked = problem.retryAfter { wait = asked + Backoff.jitter(upTo: .milliseconds(300)) }
            case .unreachable(let error):
                if case .cancelled = error { throw failure }
                if case .refusedScheme = error { throw failure }
                if case .tls = error { throw failure }
            case .notUnderstood: break
            case .failed: throw failure
            }
            nonce = nil
            attempt += 1
            guard clock.uptime() - start + wait < patience else { throw failure }
            do { try await Task.sleep(for: wait) } catch {
                throw .unreachable(.cancelled(mayHaveBeenSent: true))
            }
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

    private func once(_ request: Request, deadline: Duration) async throws(RelayError) -> [UInt8] {
        let response: ClientResponse
        do throws(HTTPClientError) {
            response = try await http.send(request, to: base, deadline: deadline)
        } catch {
            throw .unreachable(error)
        }
        guard response.status.isSuccess else { throw refusal(status: response.status, body: response.body) }
        return response.body
    }

    /// What a refused answer means; whatever came from a proxy is not the relay's word.
    func refusal(status: Status, body: [UInt8]) -> RelayError {
        do throws(JSONError) {
            let problem = try Problem(parsing: body)
            guard problem.type.hasPrefix(ProblemCode.typePrefix) else {
                return .notUnderstood(status: status.code)
            }
            if let serverTime = problem.serverTime { time.learn(serverTime) }
            return .refused(problem)
        } catch {
            return .notUnderstood(status: status.code)
        }
    }

    /// Takes the relay's time out of an answer.
    func learn(_ time: Instant?) {
        if let time { self.time.learn(time) }
    }
}

/// How long to wait before asking again: full jitter, so that nobody marches in step.
enum Backoff {
    /// 200 ms, doubled with each attempt, at most `max`; a random part of it.
    static func delay(attempt: Int, max: Duration = .seconds(8)) -> Duration {
        jitter(upTo: min(.milliseconds(200 << Swift.min(attempt, 12)), max))
    }

    /// A random duration from zero to `limit`.
    static func jitter(upTo limit: Duration) -> Duration {
        .milliseconds(Int64.random(in: 0...Swift.max(1, limit.inMilliseconds)))
    }
}
