/// One answer: whole, or begun and then written piece by piece.
package struct Response: Sendable {
    package var status: Status
    package var fields: Fields
    package var body: Body

    /// All of the body, or how it is begun.
    package enum Body: Sendable {
        case bytes([UInt8])
        /// The function is called once, after the head went out, and keeps the stream for writing.
        case stream(StreamOptions, @Sendable (any ResponseStream) -> Void)
    }

    /// A whole answer. The server adds `content-length`, `date` and `connection` itself.
    package init(status: Status, fields: Fields = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = .bytes(body)
    }

    /// An answer without an end yet, such as an event stream.
    package init(
        status: Status, fields: Fields, options: StreamOptions = StreamOptions(),
        stream: @escaping @Sendable (any ResponseStream) -> Void
    ) {
        self.status = status
        self.fields = fields
        self.body = .stream(options, stream)
    }
}
