import Glibc

/// A line that nobody may see, such as a passcode: zeroed when it goes, printed as hidden.
package final class HiddenText: Sendable, CustomStringConvertible, CustomReflectable {
    private let buffer: ZeroingBuffer

    init(_ buffer: consuming ZeroingBuffer) { self.buffer = buffer }

    /// How many bytes it has.
    package var count: Int { buffer.count }

    /// Lends the bytes. What `body` copies, it has to guard itself.
    package func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        try buffer.withBytes(body)
    }

    package var description: String { "<hidden>" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// The first line of a file, without its end: a passcode file.
    ///
    /// Throws `unreadable` where it cannot be opened or read, `tooLong` past `bytesMax`.
    package static func read(file path: String, bytesMax: Int = 4096) throws(InputError) -> HiddenText {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, errno: errno) }
        defer { close(descriptor) }
        var buffer = ZeroingBuffer(capacity: bytesMax)
        var end = buffer.firstIndex(of: UInt8(ascii: "\n"))
        while end == nil {
            guard buffer.room > 0 else { throw .tooLong(bytesMax: bytesMax) }
            switch buffer.fill(from: descriptor) {
            case .success(0): end = buffer.count
            case .success: end = buffer.firstIndex(of: UInt8(ascii: "\n"))
            case .failure(let error): throw .unreadable(path: path, errno: error.number)
            }
        }
        buffer.shorten(to: end ?? buffer.count)
        if buffer.last == UInt8(ascii: "\r") { buffer.shorten(to: buffer.count - 1) }
        return HiddenText(buffer)
    }
}
