import Glibc

/// Why a file could not be read, written or locked.
package enum FileError: Error, Equatable {
    /// Nothing is there.
    case missing(path: String)
    /// Something is there already.
    case exists(path: String)
    /// The system does not let this user do that.
    case denied(path: String)
    /// The disk, or the user's share of it, is full.
    case full(path: String)
    /// The file is longer than the caller allows.
    case tooLarge(path: String, bytesMax: Int)
    /// Any other answer of the system.
    case failed(path: String, operation: String, errno: Int32)

    /// The error that `errno` stands for, after `operation` on `path`.
    init(_ code: Int32, _ operation: String, _ path: String) {
        switch code {
        case ENOENT, ENOTDIR: self = .missing(path: path)
        case EEXIST: self = .exists(path: path)
        case EACCES, EPERM, EROFS: self = .denied(path: path)
        case ENOSPC, EDQUOT: self = .full(path: path)
        default: self = .failed(path: path, operation: operation, errno: code)
        }
    }

    /// The file or folder that it is about.
    package var path: String {
        switch self {
        case .missing(let path), .exists(let path), .denied(let path), .full(let path): path
        case .tooLarge(let path, _): path
        case .failed(let path, _, _): path
        }
    }
}

extension FileError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .missing(let path): "\(path) does not exist"
        case .exists(let path): "\(path) exists already"
        case .denied(let path): "no permission for \(path)"
        case .full(let path): "no space left on the disk for \(path)"
        case .tooLarge(let path, let bytesMax): "\(path) is longer than \(bytesMax) bytes"
        case .failed(let path, let operation, let code):
            "\(operation) of \(path) failed: \(systemMessage(code))"
        }
    }
}

/// The system's words for an `errno` value.
func systemMessage(_ code: Int32) -> String {
    // SAFETY: strerror's text is copied before anything else can call it on this thread.
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}
