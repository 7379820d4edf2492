import CCurl
import Glibc
import HTTPMessages

/// One request on its way, with libcurl's handle for it.
/// SAFETY: after `init` everything is touched on the client's thread only.
@safe final class Transfer: @unchecked Sendable {
    let easy: UnsafeMutableRawPointer
    let sink: any TransferSink
    private let parts: RequestParts
    private let configuration: HTTPClientConfiguration
    private let silenceMax: Milliseconds?
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var status: Status?
    private var fields = Fields()
    private var hasBegun = false
    private var isPaused = false
    private var lastByte: Milliseconds = 0
    private var refusal: HTTPClientError?
    private(set) var hasEnded = false

    /// What the thread's table knows the transfer by.
    var key: UInt { unsafe UInt(bitPattern: easy) }

    init(
        _ parts: RequestParts, _ configuration: HTTPClientConfiguration, deadline: Duration?,
        silenceMax: Duration?,
        sink: any TransferSink
    ) throws(HTTPClientError) {
        CurlThread.initializeOnce()
        guard let easy = unsafe curl_easy_init() else { throw .connect(reason: "libcurl has no handle left") }
        unsafe self.easy = unsafe easy
        self.parts = parts
        self.configuration = configuration
        self.silenceMax = silenceMax?.milliseconds
        self.sink = sink
        setTarget()
        setLimits(deadline: deadline)
        setBody()
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(lines)
    }

    // MARK: Setting up

    private func setTarget() {
        text(CURLOPT_URL, parts.url)
        number(CURLOPT_PATH_AS_IS, 1)
        text(CURLOPT_PROTOCOLS_STR, parts.isPlain ? "http" : "https")
        text(CURLOPT_PROXY, "")
        number(CURLOPT_FOLLOWLOCATION, 0)
        number(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        number(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        if let file = configuration.caFile {
            text(CURLOPT_CAINFO, file)
            unsafe baton_curl_set_text(easy, CURLOPT_CAPATH, nil)
        }
        text(CURLOPT_USERAGENT, configuration.userAgent)
        for line in parts.lines { unsafe lines = curl_slist_append(lines, line) }
        unsafe baton_curl_set_list(easy, lines)
    }

    private func setLimits(deadline: Duration?) {
        number(CURLOPT_NOSIGNAL, 1)
        if let deadline { number(CURLOPT_TIMEOUT_MS, Int(max(1, deadline.milliseconds))) }
        let connect = min(configuration.connectMax, deadline ?? configuration.connectMax)
        number(CURLOPT_CONNECTTIMEOUT_MS, Int(max(1, connect.milliseconds)))
    }

    private func setBody() {
        switch parts.method {
        case .get where parts.body.isEmpty: number(CURLOPT_HTTPGET, 1)
        case .head: number(CURLOPT_NOBODY, 1)
        case .delete where parts.body.isEmpty, .options where parts.body.isEmpty:
            text(CURLOPT_CUSTOMREQUEST, parts.method.token)
        case .get, .post, .put, .patch, .delete, .options, .other:
            unsafe baton_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(parts.body.count))
            unsafe parts.body.withUnsafeBytes {
                // COPYPOSTFIELDS copies at once; an empty array has no address, but the empty text does.
                _ = unsafe baton_curl_set_pointer(
                    easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
            }
            if parts.body.isEmpty { text(CURLOPT_COPYPOSTFIELDS, "") }
            text(CURLOPT_CUSTOMREQUEST, parts.method.token)
        }
    }

    /// Sets the callbacks. libcurl keeps an unretained reference to `self`; the thread's table holds the
    /// object until the handle is taken out.
    func begin() {
        lastByte = BootTime.now()
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe baton_curl_set_pointer(easy, CURLOPT_HEADERDATA, context)
        unsafe baton_curl_set_pointer(easy, CURLOPT_WRITEDATA, context)
        unsafe baton_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        unsafe baton_curl_set_receive(
            easy, CURLOPT_HEADERFUNCTION,
            { bytes, size, count, context in
                unsafe Transfer.from(context)?.headLine(Transfer.copy(bytes, size * count)) ?? 0
            })
        unsafe baton_curl_set_receive(
            easy, CURLOPT_WRITEFUNCTION,
            { bytes, size, count, context in
                unsafe Transfer.from(context)?.body(Transfer.copy(bytes, size * count)) ?? 0
            })
        unsafe baton_curl_set_open(
            easy,
            { context, _, address in
                guard let address = unsafe address else { return baton_curl_no_socket }
                return unsafe Transfer.from(context)?.open(address) ?? baton_curl_no_socket
            })
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    private static func copy(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> [UInt8] {
        guard let bytes = unsafe bytes else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    private func text(_ option: CURLoption, _ value: String) {
        unsafe baton_curl_set_text(easy, option, value)
    }

    private func number(_ option: CURLoption, _ value: Int) {
        unsafe baton_curl_set_long(easy, option, value)
    }

    // MARK: What libcurl tells

    /// Opens a socket to the address that the name turned out to have, if it may be contacted: what is
    /// checked is what is connected, so no second look-up can lead elsewhere.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
        guard let raw = unsafe baton_curl_address(address),
            let ip = unsafe IPAddress(sockaddr: raw, family: address.pointee.family)
        else { return baton_curl_no_socket }
        let mayConnect = ip.isGlobal || configuration.allowsLocalAddresses
        let mayBePlain = !parts.isPlain || configuration.allowsPlainHTTP || ip.isLoopback
        guard mayConnect, mayBePlain else {
            refusal = mayConnect ? .refusedScheme(origin: parts.origin) : .refusedAddress(ip)
            return baton_curl_no_socket
        }
        return unsafe socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
            address.pointee.protocol)
    }

    private func headLine(_ bytes: [UInt8]) -> Int {
        lastByte = BootTime.now()
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            fields = Fields()
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map(Status.init(code:))
        } else if let (name, value) = ReceivedField.read(line) {
            fields.append(name, value)
        } else if let status, status.code >= Status.ok.code, bytes.count <= 2, !hasBegun {
            hasBegun = true
            sink.began(status, fields)
        }
        return bytes.count
    }

    private func body(_ bytes: [UInt8]) -> Int {
        lastByte = BootTime.now()
        switch sink.received(bytes) {
        case .taken: return bytes.count
        case .later:
            isPaused = true
            return baton_curl_pause
        case .tooMuch(let max):
            refusal = .tooLarge(bytesMax: max)
            return 0
        }
    }

    // MARK: The end

    /// When the stream will have been silent for too long; nil where that does not matter.
    var silentAt: Milliseconds? { isPaused ? nil : silenceMax.map { lastByte + $0 } }

    /// Reads on after a pause.
    func goOn() {
        isPaused = false
        lastByte = BootTime.now()
        unsafe curl_easy_pause(easy, CURLPAUSE_CONT)
    }

    /// Whether the request, or part of it, was written to a socket.
    var mayHaveBeenSent: Bool { unsafe baton_curl_get_long(easy, CURLINFO_REQUEST_SIZE) > 0 }

    /// Tells the sink, once.
    func end(_ error: HTTPClientError?) {
        if hasEnded { return }
        hasEnded = true
        sink.ended(error)
    }

    /// Tells the sink what libcurl says.
    func end(_ code: CURLcode) {
        end(code == CURLE_OK ? nil : error(code))
    }

    private func error(_ code: CURLcode) -> HTTPClientError {
        if let refusal { return refusal }
        let reason =
            unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code.rawValue)"
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return .resolve(host: parts.host)
        case CURLE_COULDNT_CONNECT: return .connect(reason: reason)
        case CURLE_OPERATION_TIMEDOUT: return .timedOut(mayHaveBeenSent: mayHaveBeenSent)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CERTPROBLEM:
            return .tls(reason: reason)
        default: return .interrupted(reason: reason, mayHaveBeenSent: mayHaveBeenSent)
        }
    }
}
