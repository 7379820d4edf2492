import Glibc
import HTTPMessages

extension IPAddress {
    /// The address in a socket address of that family; nil for other families than IPv4 and IPv6.
    init?(sockaddr raw: UnsafeRawPointer, family: Int32) {
        switch family {
        case AF_INET:
            let address = unsafe raw.loadUnaligned(as: sockaddr_in.self)
            self.init(v4: UInt32(bigEndian: address.sin_addr.s_addr))
        case AF_INET6:
            let address = unsafe raw.loadUnaligned(as: sockaddr_in6.self)
            let halves = unsafe withUnsafeBytes(of: address.sin6_addr) {
                unsafe (
                    $0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                )
            }
            self.init(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1))
        default: return nil
        }
    }
}
