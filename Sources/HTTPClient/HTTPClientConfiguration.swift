/// Whom a client may talk to, and how much it takes from them.
package struct HTTPClientConfiguration: Sendable {
    /// Certificates to trust instead of the system's, PEM.
    package var caFile: String?
    /// Lets connections go to loopback and private addresses, and to loopback in plain HTTP.
    package var allowsLocalAddresses = false
    /// Lets connections go anywhere in plain HTTP.
    package var allowsPlainHTTP = false
    /// The longest body of an answer; streams are not counted.
    package var bodyBytesMax = 1024 * 1024
    /// What a stream holds for a reader that is not ready, before it stops reading from the network.
    package var streamBufferBytesMax = 256 * 1024
    /// How long opening a connection may take, TLS included.
    package var connectMax: Duration = .seconds(10)
    package var userAgent = "baton"

    package init() {}
}
