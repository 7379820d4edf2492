import HTTPMessages

/// What becomes of an answer. Called on the client's thread only, `ended` once and last.
protocol TransferSink: AnyObject, Sendable {
    /// The head is complete.
    func began(_ status: Status, _ fields: Fields)
    func received(_ bytes: [UInt8]) -> Taking
    func ended(_ error: HTTPClientError?)
}

/// What a sink does with bytes.
enum Taking {
    case taken
    /// Full: give the same bytes again later.
    case later
    /// More than is allowed.
    case tooMuch(bytesMax: Int)
}
