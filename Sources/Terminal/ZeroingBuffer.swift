import Glibc

/// Bytes at one fixed place in memory, zeroed when they are taken and when it goes.
@safe struct ZeroingBuffer: ~Copyable, @unchecked Sendable {
    // SAFETY: the pointer is reached through this noncopyable value only, which lives in a Mutex or in a
    // class that never changes it after init.
    private let memory: UnsafeMutablePointer<UInt8>
    let capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
        unsafe memory = .allocate(capacity: self.capacity)
        unsafe memory.initialize(repeating: 0, count: self.capacity)
    }

    deinit {
        unsafe explicit_bzero(memory, capacity)
        unsafe memory.deallocate()
    }

    var room: Int { capacity - count }

    /// Reads from `descriptor` into what room is left: bytes read, 0 at the end, or the error number.
    mutating func fill(from descriptor: Int32) -> Result<Int, SystemError> {
        while true {
            let got = unsafe read(descriptor, memory.advanced(by: count), room)
            if got >= 0 {
                count += got
                return .success(got)
            }
            if errno != EINTR { return .failure(SystemError(number: errno)) }
        }
    }

    func firstIndex(of byte: UInt8) -> Int? {
        for index in 0..<count where unsafe memory[index] == byte { return index }
        return nil
    }

    /// Moves the first `length` bytes out and closes the gap, leaving no copy behind.
    mutating func take(_ length: Int) -> ZeroingBuffer {
        var taken = ZeroingBuffer(capacity: length)
        unsafe taken.memory.update(from: memory, count: length)
        taken.count = length
        unsafe memmove(memory, memory.advanced(by: length), count - length)
        unsafe explicit_bzero(memory.advanced(by: count - length), length)
        count -= length
        return taken
    }

    /// Drops bytes from the end.
    mutating func shorten(to length: Int) {
        guard length < count else { return }
        unsafe explicit_bzero(memory.advanced(by: length), count - length)
        count = length
    }

    var last: UInt8? { count > 0 ? unsafe memory[count - 1] : nil }

    func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        let buffer = unsafe UnsafeBufferPointer(start: memory, count: count)
        return try body(unsafe buffer.span)
    }
}

/// An error number of the system.
struct SystemError: Error, Equatable {
    let number: Int32
}
