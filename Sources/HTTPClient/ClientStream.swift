package import HTTPMessages

/// The body of an answer that is read as it comes. Letting go of it closes the connection.
package final class ClientStream: Sendable {
    package let status: Status
    package let fields: Fields
    private let buffer: StreamBuffer
    private let transfer: Transfer
    private let thread: CurlThread

    init(_ head: StreamBuffer.Head, _ buffer: StreamBuffer, _ transfer: Transfer, _ thread: CurlThread) {
        status = head.status
        fields = head.fields
        self.buffer = buffer
        self.transfer = transfer
        self.thread = thread
    }

    deinit {
        cancel()
    }

    /// The next bytes, nil at the proper end of the body. For one reader at a time; cancelling its task ends
    /// the stream.
    package func next() async throws(HTTPClientError) -> [UInt8]? {
        let piece = await withTaskCancellationHandler {
            await buffer.next(goOn: { thread.post(.goOn(transfer)) })
        } onCancel: {
            cancel()
        }
        return try piece.get()
    }

    /// Gives the stream up; a waiting reader gets `cancelled`.
    package func cancel() {
        thread.post(.cancel(transfer))
    }
}
