import COpenSSL

/// Bytes that leave their owner never: zeroed when the last reference goes, and never printed (I4).
package final class Secret: Sendable {
    private let storage: SecretStorage

    /// How many bytes it holds.
    package var count: Int { storage.count }

    /// Takes a copy of `bytes`. The caller's array is not zeroed: build secrets from the generator where
    /// possible.
    package init(_ bytes: some Collection<UInt8>) { storage = SecretStorage(bytes) }

    /// Lends the bytes for the length of `body`.
    package func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withSpan(body)
    }

    /// A copy that nobody zeroes: for what must be written to the owner's own file.
    package func copyBytes() -> [UInt8] { withBytes { span in span.indices.map { span[$0] } } }
}

extension Secret: Equatable {
    /// Compared in constant time for equal lengths.
    package static func == (left: Secret, right: Secret) -> Bool {
        left.withBytes { first in right.withBytes { second in constantTimeEquals(first, second) } }
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<secret of \(count) bytes>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Owns the memory of one secret.
@safe private struct SecretStorage: ~Copyable, @unchecked Sendable {
    // SAFETY: written once in `init`, before it is shared; read only afterwards, so it needs no lock.
    private let buffer: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: some Collection<UInt8>) {
        unsafe buffer = .allocate(capacity: bytes.count)
        _ = unsafe buffer.initialize(fromContentsOf: bytes)
    }

    deinit {
        unsafe OPENSSL_cleanse(buffer.baseAddress, buffer.count)
        unsafe buffer.deallocate()
    }

    var count: Int { unsafe buffer.count }

    func withSpan<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(buffer)))
    }
}

/// Whether two byte strings are equal, in a time that depends on their lengths only.
package func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    constantTimeEquals(left.span, right.span)
}

func constantTimeEquals(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    guard !left.isEmpty else { return true }
    return unsafe left.withUnsafeBytes { first in
        unsafe right.withUnsafeBytes { second in
            unsafe CRYPTO_memcmp(first.baseAddress, second.baseAddress, first.count) == 0
        }
    }
}
