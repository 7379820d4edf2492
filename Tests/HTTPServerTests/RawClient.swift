import Dispatch
import Glibc
import HTTPMessages

/// A socket that says what a test wants, well formed or not. Every wait has a deadline.
/// SAFETY: a test uses a client from one task at a time; the kernel serializes calls on the descriptor.
final class RawClient: @unchecked Sendable {
    let descriptor: Int32

    init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = address.port.bigEndian
        name.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &name) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure.connect(errno) }
    }

    enum Failure: Error {
        case connect(Int32)
        case timedOut(got: String)
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Sends all; stops quietly when the server has closed.
    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(
                    descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            sent += count
        }
    }

    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes with a reset instead of a proper end.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Reads what comes within the time; nil at the end of the stream. Waits off the pool that tests run on.
    func read(within milliseconds: Int32 = 30_000) async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: self.blockingRead(within: milliseconds))
            }
        }
    }

    private func blockingRead(within milliseconds: Int32) -> [UInt8]? {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&entry, 1, milliseconds) > 0 else { return [] }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { space, filled in
            filled = unsafe max(0, recv(descriptor, space.baseAddress, space.count, 0))
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// Reads until the text is there.
    @discardableResult func read(
        until mark: String, within milliseconds: Int32 = 30_000
    ) async throws -> String {
        var text = ""
        let deadline = now() + Int64(milliseconds)
        while !text.contains(mark) {
            guard now() < deadline, let bytes = await read(within: Int32(max(1, deadline - now()))) else {
                throw Failure.timedOut(got: text)
            }
            text += String(decoding: bytes, as: UTF8.self)
        }
        return text
    }

    /// Reads to the end of the stream.
    func readAll(within milliseconds: Int32 = 30_000) async throws -> String {
        var text = ""
        let deadline = now() + Int64(milliseconds)
        while true {
            guard let bytes = await read(within: Int32(max(1, deadline - now()))) else { return text }
            text += String(decoding: bytes, as: UTF8.self)
            if now() >= deadline { throw Failure.timedOut(got: text) }
        }
    }

    private func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
