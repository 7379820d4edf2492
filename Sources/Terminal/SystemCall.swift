import Glibc

/// Calls of the C library that this module makes, checked in one place (P5).
enum SystemCall {
    /// Writes all of `bytes`, also through a pipe that takes them piecemeal; the error number on failure.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
            }
            if count >= 0 {
                offset += count
            } else if errno == EAGAIN {
                if let error = waitUntilReady([(descriptor, Int16(POLLOUT))]).error { return error }
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    /// Blocks until one of the descriptors is ready or hung up; which ones are.
    static func waitUntilReady(_ wanted: [(Int32, Int16)]) -> (ready: [Bool], error: Int32?) {
        var polled = wanted.map { pollfd(fd: $0.0, events: $0.1, revents: 0) }
        while true {
            let count = unsafe poll(&polled, nfds_t(polled.count), -1)
            if count >= 0 { return (polled.map { $0.revents != 0 }, nil) }
            if errno != EINTR { return (wanted.map { _ in false }, errno) }
        }
    }

    /// Whether there is something to read, or the end of it, at once.
    static func isReadable(_ descriptor: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, 0) > 0
    }

    /// A pipe that never blocks and that no child inherits: (read end, write end).
    static func makePipe() -> (Int32, Int32)? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }

    /// Columns and rows of the terminal behind `descriptor`, where there is one that says.
    static func terminalSize(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
        var size = winsize()
        let result = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        return result == 0 && size.ws_col > 0 ? (Int(size.ws_col), Int(size.ws_row)) : nil
    }
}
