import Glibc

/// A lock on a file, exclusive unless it is shared, held until it is released or its process ends, also by
/// `kill -9`.
///
/// Two locks of one process exclude each other as those of two processes do. The file stays: removing it
/// would let two holders in.
package struct FileLock: ~Copyable, Sendable {
    private let file: OpenFile

    private init(_ file: consuming OpenFile) { self.file = file }

    deinit {
        // Closing alone would leave the lock with a child that was just forked, until that runs its program.
        file.unlock()
    }

    /// The lock, or nil where somebody else holds it.
    package static func tryAcquire(_ path: String) throws(FileError) -> FileLock? {
        let file = try OpenFile(path, O_RDWR | O_CREAT)
        guard try file.lock(wait: false) else { return nil }
        return FileLock(file)
    }

    /// The lock as soon as it is free, or nil after `patience`. Blocks its thread, looking every ten
    /// milliseconds.
    package static func acquire(_ path: String, within patience: Duration) throws(FileError) -> FileLock? {
        let deadline = ContinuousClock.now + patience
        let file = try OpenFile(path, O_RDWR | O_CREAT)
        while try !file.lock(wait: false) {
            if ContinuousClock.now >= deadline { return nil }
            _ = usleep(10_000)
        }
        return FileLock(file)
    }

    /// One of the many locks of a file, told apart by `number`, which is not negative; nil where somebody
    /// else holds that one.
    package static func tryAcquire(_ path: String, number: Int64) throws(FileError) -> FileLock? {
        let file = try OpenFile(path, O_RDWR | O_CREAT)
        guard try file.lock(byteAt: number) else { return nil }
        return FileLock(file)
    }

    /// The lock together with everybody else who shares it, or nil where somebody holds it alone.
    package static func tryShare(_ path: String) throws(FileError) -> FileLock? {
        let file = try OpenFile(path, O_RDWR | O_CREAT)
        guard try file.lock(wait: false, isShared: true) else { return nil }
        return FileLock(file)
    }

    /// Gives the lock to whoever comes next.
    package consuming func release() {}
}
