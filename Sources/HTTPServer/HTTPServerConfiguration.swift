package import HTTPMessages

/// How a server listens and what it lets a connection do. The limits are rows of `Protocol/limits.md`.
package struct HTTPServerConfiguration: Sendable {
    /// Address and port; port 0 takes a free one.
    package var listen: SocketAddress
    /// Threads that serve, each with its own listener and connections; nil for one a core.
    package var loops: Int?
    /// TLS 1.3 with this certificate; nil for plain HTTP.
    package var tls: TLSFiles?
    package var head = RequestLimits()
    /// The longest body of a request, asked before the body is read.
    package var bodyBytesMax: @Sendable (Method, _ path: String) -> Int = { _, _ in 16 * 1024 }
    /// What is answered to a request that never reaches the routes.
    package var refusal: @Sendable (Status) -> Response = { Response(status: $0) }
    /// From the first byte's chance to the end of the head, however the bytes trickle.
    package var headDeadline: Duration = .seconds(5)
    /// A body below this rate, after `bodyGrace`, is cut off.
    package var bodyBytesPerSecondMin = 1024
    package var bodyGrace: Duration = .seconds(5)
    /// How long a connection may wait for its next request.
    package var idleMax: Duration = .seconds(75)
    /// How long written bytes may wait for the peer to take them.
    package var writeDeadline: Duration = .seconds(30)
    /// What a stream holds for a slow reader before it ends.
    package var streamBufferBytesMax = 64 * 1024
    /// Open connections of one address (/32, /64).
    package var connectionsPerAddressMax = 256
    /// Proxies, whose connections are other people's and are not counted.
    package var trusted: [AddressRange] = []

    package init(listen: SocketAddress) {
        self.listen = listen
    }
}

/// Where certificate chain and private key lie, both PEM.
package struct TLSFiles: Hashable, Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
