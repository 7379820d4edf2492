import Glibc

/// One open file descriptor, closed when it goes out of scope.
struct OpenFile: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// Opens `path`. Throws what `open(2)` says; retried when a signal comes between.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(FileError) {
        var result: Int32
        repeat {
            result = unsafe Glibc.open(path, flags | O_CLOEXEC, mode)
        } while result < 0 && errno == EINTR
        guard result >= 0 else { throw FileError(errno, "open", path) }
        descriptor = result
        self.path = path
    }

    deinit {
        // A failed close after fsync loses nothing, and before it the writer has already failed.
        _ = Glibc.close(descriptor)
    }

    /// Appends all of `bytes`.
    borrowing func write(_ bytes: [UInt8]) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                guard let start = buffer.baseAddress else { return 0 }
                return unsafe Glibc.write(descriptor, start + written, buffer.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(errno, "write", path)
            }
            written += count
        }
    }

    /// Writes `bytes` from `offset` on, and zeros behind them up to `count`, out of memory that is aligned
    /// as a write beside the page cache needs it.
    borrowing func write(
        _ bytes: [UInt8], filling count: Int, alignment: Int, at offset: Int
    ) throws(FileError) {
        let code = unsafe withUnsafeTemporaryAllocation(byteCount: count, alignment: alignment) { space in
            unsafe space.copyBytes(from: bytes)
            unsafe space[bytes.count...].initializeMemory(as: UInt8.self, repeating: 0)
            return unsafe put(UnsafeRawBufferPointer(space), at: offset)
        }
        guard code == 0 else { throw FileError(code, "write", path) }
    }

    /// 0, or what the system said.
    private borrowing func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int32 {
        var written = 0
        while written < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            written += count
        }
        return 0
    }

    /// Everything from here to the end; throws `tooLarge` as soon as more than `bytesMax` have come.
    borrowing func readAll(bytesMax: Int) throws(FileError) -> [UInt8] {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(errno, "read", path)
            }
            if count == 0 { return all }
            guard all.count + count <= bytesMax else { throw .tooLarge(path: path, bytesMax: bytesMax) }
            all.append(contentsOf: chunk[..<count])
        }
    }

    /// Waits until the bytes, and what is needed to find them, are on disk.
    borrowing func sync() throws(FileError) {
        var result: Int32
        repeat { result = fsync(descriptor) } while result < 0 && errno == EINTR
        guard result == 0 else { throw FileError(errno, "fsync", path) }
    }

    /// Waits until the bytes are on disk; times and other attributes may be late.
    borrowing func syncData() throws(FileError) {
        var result: Int32
        repeat { result = fdatasync(descriptor) } while result < 0 && errno == EINTR
        guard result == 0 else { throw FileError(errno, "fdatasync", path) }
    }

    /// Takes the lock, for this descriptor alone or together with others that share it; false where another
    /// descriptor stands in the way and `wait` is false.
    borrowing func lock(wait: Bool, isShared: Bool = false) throws(FileError) -> Bool {
        var result: Int32
        let kind = isShared ? LOCK_SH : LOCK_EX
        repeat {
            result = flock(descriptor, wait ? kind : kind | LOCK_NB)
        } while result < 0 && errno == EINTR
        if result == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        throw FileError(errno, "lock", path)
    }

    /// Takes the exclusive lock on one byte of the file, which need not be there; false where another
    /// descriptor holds it. `offset` is not negative.
    borrowing func lock(byteAt offset: Int64) throws(FileError) -> Bool {
        var range = flock()
        range.l_type = Int16(F_WRLCK)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = off_t(offset)
        range.l_len = 1
        var result: Int32
        repeat {
            result = unsafe fcntl(descriptor, Self.descriptorLock, &range)
        } while result < 0 && errno == EINTR
        if result == 0 { return true }
        if errno == EAGAIN || errno == EACCES { return false }
        throw FileError(errno, "lock", path)
    }

    /// `F_OFD_SETLK` of <fcntl.h>, which the overlay does not show: a lock of the descriptor and not of the
    /// process (fcntl_locking(2)), so that two of one process exclude each other.
    private static let descriptorLock: Int32 = 37

    /// Lets the lock go, also for copies of the descriptor.
    borrowing func unlock() {
        _ = flock(descriptor, LOCK_UN)
        var range = Glibc.flock()
        range.l_type = Int16(F_UNLCK)
        range.l_whence = Int16(SEEK_SET)
        _ = unsafe fcntl(descriptor, Self.descriptorLock, &range)
    }
}
