internal import BatonClient
internal import HTTPClient
internal import HTTPMessages
internal import Handoffs
internal import Merchant
internal import Surfaces

/// The ways to merchants: https and public addresses only, unless the demo's flag allows others.
struct Merchants: Sendable {
    private let http: MerchantHTTP
    private let keys: QuoteKeys
    private let clock: any DeviceClock
    private let allowsLocal: Bool

    init(_ settings: DeviceSettings, clock: any DeviceClock) {
        var configuration = HTTPClientConfiguration()
        configuration.caFile = settings.caFile
        configuration.allowsLocalAddresses = settings.allowsLocalMerchants
        configuration.allowsPlainHTTP = settings.allowsLocalMerchants
        let client = HTTPClient(configuration)
        http = MerchantHTTP { request, base, deadline throws(MerchantFailure) in
            do throws(HTTPClientError) {
                var request = request
                request.fields["host"] = base.authority
                let answer = try await client.send(request, to: base, deadline: deadline)
                return MerchantResponse(status: answer.status, fields: answer.fields, body: answer.body)
            } catch {
                throw MerchantFailure(error)
            }
        }
        keys = QuoteKeys(http)
        self.clock = clock
        allowsLocal = settings.allowsLocalMerchants
    }

    /// Checks a standing quote against the keys of its issuer, which is reached like any merchant.
    func verify(_ quote: StandingQuote) async throws(MerchantFailure) {
        guard allowsLocal || quote.origin.hasPrefix("https://") else {
            throw .quote(.origin(quote.origin))
        }
        try await keys.verify(quote, at: clock.wallTime().seconds)
    }

    /// The merchant there.
    func client(at origin: BaseURL) throws(Complaint) -> MerchantClient {
        guard allowsLocal || origin.scheme == .https else { throw .localShop(origin.text) }
        let clock = clock
        return MerchantClient(origin: origin, http: http, keys: keys) { clock.wallTime().seconds }
    }
}

extension MerchantFailure {
    init(_ error: HTTPClientError) {
        switch error {
        case .timedOut(let sent): self = .timedOut(mayHaveBeenSent: sent)
        case .cancelled: self = .cancelled
        case .refusedScheme, .refusedAddress, .malformedRequest, .resolve, .connect, .tls, .silent, .tooLarge,
            .interrupted, .closed:
            self = .unreachable(reason: error.description, mayHaveBeenSent: error.mayHaveBeenSent)
        }
    }
}
