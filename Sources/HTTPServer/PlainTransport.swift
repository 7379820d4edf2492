import CLibevent
import Glibc

/// A plain connection on one libevent event, with buffers that exist only while bytes wait: what a waiting
/// stream costs is this object and 128 bytes of libevent's. A bufferevent costs six times as much, and TLS
/// needs one.
@safe final class PlainTransport: Transport {
    /// Set once before `start`; the connection and its transport let go of each other in `close`.
    var delegate: (any TransportDelegate)?
    private let base: OpaquePointer
    private let descriptor: Int32
    private let scratch: ReceiveBuffer
    private var event: OpaquePointer?
    /// What the event waits for now; 0 when it is not added.
    private var interest: Int32 = 0
    private var input: [UInt8] = []
    private var inputStart = 0
    private var inputMax = Int.max
    private var hasEnded = false
    private var output: [UInt8] = []
    private var outputStart = 0

    /// Takes the socket over, also when it fails and returns nil. `scratch` is the loop's.
    init?(base: OpaquePointer, descriptor: Int32, scratch: ReceiveBuffer) {
        unsafe self.base = unsafe base
        self.descriptor = descriptor
        self.scratch = scratch
        // libevent keeps an unretained reference until `close` frees the event; the connection holds the
        // object.
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe event = event_new(
            base, descriptor, Int16(EV_READ | EV_PERSIST),
            { _, what, context in
                guard let context = unsafe context else { return }
                unsafe Unmanaged<PlainTransport>.fromOpaque(context).takeUnretainedValue().happened(what)
            }, context)
        guard unsafe event != nil else {
            Glibc.close(descriptor)
            return nil
        }
    }

    func start() { updateInterest() }

    var bytesReceived: Int { input.count - inputStart }
    var bytesUnsent: Int { output.count - outputStart }

    func withReceived<R>(upTo count: Int, _ body: (borrowing Span<UInt8>) -> R) -> R {
        let range = inputStart..<inputStart + min(count, bytesReceived)
        let bytes = input
        return body(bytes.span.extracting(range))
    }

    func take(_ count: Int) -> [UInt8] {
        let taken = Array(input[inputStart..<inputStart + count])
        discard(count)
        return taken
    }

    func discard(_ count: Int) {
        inputStart += count
        if inputStart == input.count {
            input = []
            inputStart = 0
        }
        updateInterest()
    }

    func limitReceived(to count: Int) {
        inputMax = count
        updateInterest()
    }

    func send(_ bytes: [UInt8]) {
        guard unsafe event != nil, !bytes.isEmpty else { return }
        var done = 0
        if output.isEmpty { done = max(0, sendNow(bytes, from: 0)) }
        if done == bytes.count { return }
        output += bytes[done...]
        updateInterest()
    }

    var descriptorForOthers: Int32? { descriptor }

    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() {
        guard let gone = unsafe event else { return }
        unsafe event = nil
        delegate = nil
        unsafe event_free(gone)
        Glibc.close(descriptor)
        input = []
        output = []
    }

    // MARK: What libevent tells

    private func happened(_ what: Int16) {
        if Int32(what) & EV_WRITE != 0 { flush() }
        if Int32(what) & EV_READ != 0, unsafe event != nil { receive() }
    }

    private func receive() {
        let count = scratch.receive(from: descriptor, into: &input)
        if count > 0 {
            delegate?.received()
        } else if count == 0 {
            hasEnded = true
            updateInterest()
            delegate?.peerEnded()
        } else if errno != EAGAIN && errno != EINTR {
            delegate?.broke()
        }
    }

    private func flush() {
        let count = sendNow(output, from: outputStart)
        if count < 0 {
            if errno != EAGAIN && errno != EINTR { delegate?.broke() }
            return
        }
        outputStart += count
        guard outputStart == output.count else { return }
        output = []
        outputStart = 0
        updateInterest()
        delegate?.sent()
    }

    private func sendNow(_ bytes: [UInt8], from start: Int) -> Int {
        unsafe bytes.withUnsafeBytes { all in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
            return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Waits for what is wanted now: bytes while there is room for them, room for bytes while some wait.
    private func updateInterest() {
        guard let event = unsafe event else { return }
        var wanted: Int32 = 0
        if !hasEnded, bytesReceived < inputMax { wanted |= EV_READ }
        if bytesUnsent > 0 { wanted |= EV_WRITE }
        if wanted == interest { return }
        interest = wanted
        unsafe event_del(event)
        if wanted == 0 { return }
        let (callback, context) = unsafe (event_get_callback(event), event_get_callback_arg(event))
        unsafe event_assign(event, base, descriptor, Int16(wanted | EV_PERSIST), callback, context)
        unsafe event_add(event, nil)
    }
}

/// Where a loop's connections receive, one after another, so that none keeps a buffer of its own.
@safe final class ReceiveBuffer {
    private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)

    deinit { unsafe bytes.deallocate() }

    /// Appends what has come; returns what `recv` returned.
    func receive(from descriptor: Int32, into input: inout [UInt8]) -> Int {
        let count = unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
        if count > 0 { unsafe input.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
        return count
    }
}
