package import HTTPMessages

/// The way to a merchant. Programs put their HTTP client behind it, tests a table of answers.
package struct MerchantHTTP: Sendable {
    /// Sends a request and returns the whole answer, whatever its status, within the time.
    package let send: @Sendable (Request, BaseURL, Duration) async throws(MerchantFailure) -> MerchantResponse

    package init(
        send:
            @escaping @Sendable (Request, BaseURL, Duration) async throws(MerchantFailure) -> MerchantResponse
    ) {
        self.send = send
    }
}

/// A whole answer of a merchant.
package struct MerchantResponse: Sendable {
    package let status: Status
    package let fields: Fields
    package let body: [UInt8]

    package init(status: Status, fields: Fields, body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
