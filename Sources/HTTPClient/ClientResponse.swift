package import HTTPMessages

/// A whole answer.
package struct ClientResponse: Sendable {
    package let status: Status
    package let fields: Fields
    package let body: [UInt8]

    /// An answer as a test or a fake server gives it.
    package init(status: Status, fields: Fields, body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}
