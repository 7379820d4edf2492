import CLibevent
import Glibc
import HTTPMessages
import Synchronization

/// The accepting socket of one loop. No error of a single connection stops it, and want of file
/// descriptors pauses it instead of letting it spin.
@safe final class Listener {
    private unowned let loop: EventLoop
    private let descriptor: Int32
    private var event: OpaquePointer?
    private var isAccepting = false
    private var isClosed = false
    /// The descriptor from which on newcomers are turned away: the last tenth is for files and answers
    ///
    private let descriptorsMax: Int32

    /// How many connections one round accepts before others get their turn.
    private static let batch = 64

    init(descriptor: Int32, base: OpaquePointer, loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        descriptorsMax = Int32(clamping: limit.rlim_cur / 10 * 9)
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe event = event_new(
            base, descriptor, Int16(EV_READ | EV_PERSIST),
            { _, _, context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().accept()
            }, context)
    }

    /// Accepts again after a pause; called at every tick.
    func resume() {
        if isAccepting || isClosed { return }
        isAccepting = unsafe event_add(event, nil) == 0
    }

    /// Takes what waits in the queue, before the socket is closed and the kernel drops it.
    func acceptAll() {
        while accept() == Self.batch {}
    }

    func close() {
        if isClosed { return }
        isClosed = true
        if let event = unsafe event { unsafe event_free(event) }
        unsafe event = nil
        Glibc.close(descriptor)
    }

    @discardableResult private func accept() -> Int {
        for count in 0..<Self.batch {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let accepted = unsafe withUnsafeMutablePointer(to: &address) { place in
                unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe accept4(descriptor, $0, &length, baton_accept_flags)
                }
            }
            if accepted < 0 {
                guard let goesOn = accepting(after: errno) else { return count }
                if goesOn { continue }
                pause()
                return count
            }
            loop.shared.counters.accepted.add(1, ordering: .relaxed)
            receive(accepted, from: SocketAddress(address) ?? SocketAddress(ip: IPAddress(v4: 0), port: 0))
        }
        return Self.batch
    }

    /// Whether accepting goes on after this error: nil when the queue is empty, false for a pause.
    private func accepting(after error: Int32) -> Bool? {
        switch error {
        case EAGAIN: nil
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: false
        // Everything else happened to the one connection that was taken (accept(2)).
        default: true
        }
    }

    private func pause() {
        loop.shared.counters.acceptPauses.add(1, ordering: .relaxed)
        if isClosed { return }
        unsafe event_del(event)
        isAccepting = false
    }

    private func receive(_ accepted: Int32, from peer: SocketAddress) {
        if accepted >= descriptorsMax { return turnAway(accepted, .unavailable) }
        guard loop.shared.caps.enter(peer.ip) else { return turnAway(accepted, .tooManyRequests) }
        var on: Int32 = 1
        // A peer that is gone already makes this fail, which its next event tells anyway.
        unsafe setsockopt(
            accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        loop.adopt(accepted, peer: peer)
    }

    /// Answers without reading, keeps nothing, and reads what has come so that the answer is not lost in a
    /// reset.
    private func turnAway(_ accepted: Int32, _ status: Status) {
        loop.shared.counters.turnedAway.add(1, ordering: .relaxed)
        if loop.shared.tls == nil {
            let response = loop.shared.configuration.refusal(status)
            let bytes = ResponseEncoding.whole(response, closes: true, date: loop.dateText())
            unsafe bytes.withUnsafeBytes {
                _ = unsafe send(accepted, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            shutdown(accepted, Int32(SHUT_WR))
            unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) {
                _ = unsafe recv(accepted, $0.baseAddress, $0.count, 0)
            }
        }
        Glibc.close(accepted)
    }
}
