import Glibc
import HTTPMessages

/// Listening sockets, several of them on one address so that the kernel spreads connections over the loops.
enum ListenSocket {
    /// Connections that wait to be accepted.
    private static let backlog: Int32 = 4096

    /// Opens `count` sockets on the address and returns them with the address as bound.
    static func open(_ address: SocketAddress, count: Int) throws(HTTPServerError) -> ([Int32], SocketAddress)
    {
        // SO_REUSEPORT would let a second server of the same user share the port unseen: ask once without it.
        let probe = try bound(address, shares: false)
        var bound = address
        bound.port = name(of: probe)?.port ?? address.port
        close(probe)
        var sockets: [Int32] = []
        for _ in 0..<count {
            do throws(HTTPServerError) {
                let socket = try self.bound(bound, shares: count > 1)
                sockets.append(socket)
                guard listen(socket, backlog) == 0 else { throw .listen(address, reason: systemText()) }
            } catch {
                sockets.forEach { close($0) }
                throw error
            }
        }
        return (sockets, bound)
    }

    private static func bound(_ address: SocketAddress, shares: Bool) throws(HTTPServerError) -> Int32 {
        let family = address.ip.v4 == nil ? AF_INET6 : AF_INET
        let descriptor = socket(
            family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .listen(address, reason: systemText()) }
        var options = [SO_REUSEADDR]
        if shares { options.append(SO_REUSEPORT) }
        for option in options {
            var on: Int32 = 1
            unsafe setsockopt(descriptor, SOL_SOCKET, option, &on, socklen_t(MemoryLayout<Int32>.size))
        }
        let result = unsafe address.withSockaddr { unsafe bind(descriptor, $0, $1) }
        guard result == 0 else {
            let reason = systemText()
            close(descriptor)
            throw .listen(address, reason: reason)
        }
        return descriptor
    }

    private static func name(of descriptor: Int32) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = unsafe withUnsafeMutablePointer(to: &storage) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        return result == 0 ? SocketAddress(storage) : nil
    }
}

extension SocketAddress {
    /// The address that the system wrote; nil for other families than IPv4 and IPv6.
    init?(_ storage: sockaddr_storage) {
        var storage = storage
        let parsed: SocketAddress? = unsafe withUnsafePointer(to: &storage) { place in
            switch Int32(unsafe place.pointee.ss_family) {
            case AF_INET:
                return unsafe place.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    unsafe SocketAddress(
                        ip: IPAddress(v4: UInt32(bigEndian: $0.pointee.sin_addr.s_addr)),
                        port: UInt16(bigEndian: $0.pointee.sin_port))
                }
            case AF_INET6:
                return unsafe place.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                    let halves = unsafe withUnsafeBytes(of: $0.pointee.sin6_addr) {
                        unsafe (
                            $0.loadUnaligned(as: UInt64.self),
                            $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                        )
                    }
                    return unsafe SocketAddress(
                        ip: IPAddress(high: UInt64(bigEndian: halves.0), low: UInt64(bigEndian: halves.1)),
                        port: UInt16(bigEndian: $0.pointee.sin6_port))
                }
            default: return nil
            }
        }
        guard let parsed else { return nil }
        self = parsed
    }

    /// Shows the address as the system wants it.
    func withSockaddr<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        if let v4 = ip.v4 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = v4.bigEndian
            return unsafe withUnsafePointer(to: &address) { place in
                unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        unsafe withUnsafeMutableBytes(of: &address.sin6_addr) {
            unsafe $0.storeBytes(of: ip.high.bigEndian, as: UInt64.self)
            unsafe $0.storeBytes(of: ip.low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return unsafe withUnsafePointer(to: &address) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }
}
