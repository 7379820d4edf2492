import CQRencode
import Glibc

/// Why a text has no QR code.
package enum QRCodeError: Error, Equatable {
    /// More bytes than the largest code holds at level L.
    case tooLong(bytes: Int, max: Int)
    /// The library refused, with its error number.
    case failed(errno: Int32)
}

/// A text as a square of dark and light modules (ISO/IEC 18004, byte mode, level L), without quiet zone.
package struct QRCode: Sendable, Equatable {
    /// Modules along one side.
    package let size: Int
    private let modules: [Bool]

    /// What version 40 holds in byte mode at level L.
    static let bytesMax = 2953

    /// The smallest code that holds `text`. Level L, because a screen is clean and a small code fits more
    /// terminals (design, section 3).
    package init(_ text: String) throws(QRCodeError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.bytesMax else {
            throw .tooLong(bytes: bytes.count, max: Self.bytesMax)
        }
        // The library copies the bytes and chooses the version (0); the result is ours to free.
        let code = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe QRcode_encodeData(Int32(buffer.count), buffer.baseAddress, 0, QR_ECLEVEL_L)
        }
        guard let code = unsafe code else { throw .failed(errno: errno) }
        defer { unsafe QRcode_free(code) }
        let side = unsafe Int(code.pointee.width)
        size = side
        // The lowest bit of each module's byte says dark.
        modules = (0..<side * side).map { unsafe code.pointee.data[$0] & 1 == 1 }
    }

    /// Whether the module is dark; light outside, as in the quiet zone.
    package func isDark(x: Int, y: Int) -> Bool {
        guard (0..<size).contains(x), (0..<size).contains(y) else { return false }
        return modules[y * size + x]
    }
}
