import CLibevent
import Glibc

/// A TLS connection on libevent's buffers and OpenSSL.
@safe final class TLSTransport: Transport {
    /// Set once before the first callback; the connection and its transport let go of each other in `close`.
    var delegate: (any TransportDelegate)?
    private var bufferevent: OpaquePointer?

    /// Takes the socket over, also when it fails and returns nil.
    init?(base: OpaquePointer, descriptor: Int32, tls: TLSContext) {
        let options = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue | BEV_OPT_DEFER_CALLBACKS.rawValue)
        if let session = unsafe tls.makeSession() {
            unsafe bufferevent = bufferevent_openssl_socket_new(
                base, descriptor, session, BUFFEREVENT_SSL_ACCEPTING, options)
            if unsafe bufferevent == nil { unsafe SSL_free(session) }
        }
        guard unsafe bufferevent != nil else {
            Glibc.close(descriptor)
            return nil
        }
        unsafe bufferevent_openssl_set_allow_dirty_shutdown(bufferevent, 1)
    }

    /// Begins reading. libevent keeps a retained reference to `self` until `close`.
    func start() {
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        unsafe bufferevent_setcb(
            bufferevent,
            { _, context in unsafe TLSTransport.from(context)?.delegate?.received() },
            { _, context in unsafe TLSTransport.from(context)?.delegate?.sent() },
            { _, what, context in unsafe TLSTransport.from(context)?.happened(what) },
            context)
        unsafe bufferevent_enable(bufferevent, Int16(EV_READ | EV_WRITE))
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> TLSTransport? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<TLSTransport>.fromOpaque(context).takeUnretainedValue()
    }

    private func happened(_ what: Int16) {
        if what & Int16(BEV_EVENT_ERROR) != 0 {
            ERR_clear_error()
            delegate?.broke()
        } else if what & Int16(BEV_EVENT_EOF) != 0 {
            delegate?.peerEnded()
        }
    }

    private var input: OpaquePointer? { unsafe bufferevent_get_input(bufferevent) }
    private var output: OpaquePointer? { unsafe bufferevent_get_output(bufferevent) }

    var bytesReceived: Int { unsafe bufferevent == nil ? 0 : evbuffer_get_length(input) }
    var bytesUnsent: Int { unsafe bufferevent == nil ? 0 : evbuffer_get_length(output) }

    func withReceived<R>(upTo count: Int, _ body: (borrowing Span<UInt8>) -> R) -> R {
        let length = min(count, bytesReceived)
        guard length > 0, let start = unsafe evbuffer_pullup(input, length) else {
            return body([UInt8]().span)
        }
        // The buffer is not touched while `body` runs: it has no way to.
        return unsafe body(UnsafeBufferPointer(start: start, count: length).span)
    }

    func take(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { space, filled in
            filled = unsafe max(0, Int(evbuffer_remove(input, space.baseAddress, count)))
        }
    }

    func discard(_ count: Int) {
        unsafe evbuffer_drain(input, count)
    }

    func limitReceived(to count: Int) {
        unsafe bufferevent_setwatermark(bufferevent, Int16(EV_READ), 0, count)
    }

    func send(_ bytes: [UInt8]) {
        guard unsafe bufferevent != nil, !bytes.isEmpty else { return }
        unsafe bytes.withUnsafeBytes { bytes in
            _ = unsafe bufferevent_write(bufferevent, bytes.baseAddress, bytes.count)
        }
    }

    /// OpenSSL's state belongs to the loop.
    var descriptorForOthers: Int32? { nil }

    func endSending() {
        guard let session = unsafe bufferevent_openssl_get_ssl(bufferevent) else { return }
        unsafe SSL_shutdown(session)
        ERR_clear_error()
    }

    func close() {
        guard let gone = unsafe bufferevent else { return }
        endSending()
        unsafe bufferevent = nil
        delegate = nil
        unsafe bufferevent_setcb(gone, nil, nil, nil, nil)
        unsafe bufferevent_free(gone)
        unsafe Unmanaged.passUnretained(self).release()
    }
}
