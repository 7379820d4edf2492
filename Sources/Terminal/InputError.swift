/// Why a line could not be read.
package enum InputError: Error, Equatable {
    /// The task that waited for it was cancelled.
    case cancelled
    case tooLong(bytesMax: Int)
    /// Not UTF-8.
    case notText
    case unreadable(path: String, errno: Int32)
    case failed(errno: Int32)

    /// For `PROGRAM: error: …`.
    package var message: String {
        switch self {
        case .cancelled: "interrupted"
        case .tooLong(let bytesMax): "the line is longer than \(bytesMax) bytes"
        case .notText: "the line is not UTF-8 text"
        case .unreadable(let path, let errno): "\(path) cannot be read (errno \(errno))"
        case .failed(let errno): "the input cannot be read (errno \(errno))"
        }
    }
}
