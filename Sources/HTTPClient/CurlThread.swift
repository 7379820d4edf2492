import CCurl
import Glibc
import Synchronization

/// The thread that runs libcurl's multi handle: the only one that touches it or a transfer on it.
/// SAFETY: `multi` is used on the thread only, but for `curl_multi_wakeup`, which may be called from any (its
/// manual page says so) and is called under the inbox's lock, so never after the handle is gone.
@safe final class CurlThread: @unchecked Sendable {
    enum Command: Sendable {
        case add(Transfer)
        case cancel(Transfer)
        /// The reader of a paused stream has room again.
        case goOn(Transfer)
        case stop
    }

    private struct Inbox {
        var commands: [Command] = []
        var isOpen = true
    }

    private let multi: UnsafeMutableRawPointer
    private let inbox = Mutex(Inbox())
    /// By libcurl's handle.
    private var transfers: [UInt: Transfer] = [:]
    private var isStopping = false

    /// libcurl's own start, once a process and before any thread uses it.
    static func initializeOnce() { _ = initialized }
    private static let initialized: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// A running thread, or nil when the system gives none.
    static func start() -> CurlThread? {
        initializeOnce()
        guard let multi = unsafe curl_multi_init() else { return nil }
        let made = unsafe CurlThread(multi)
        var id = pthread_t()
        let context = unsafe Unmanaged.passRetained(made).toOpaque()
        let result = unsafe pthread_create(
            &id, nil,
            { context in
                guard let context = unsafe context else { return nil }
                let thread = unsafe Unmanaged<CurlThread>.fromOpaque(context).takeRetainedValue()
                thread.run()
                return nil
            }, context)
        guard result == 0 else {
            unsafe Unmanaged<CurlThread>.fromOpaque(context).release()
            return nil
        }
        pthread_detach(id)
        return made
    }

    private init(_ multi: UnsafeMutableRawPointer) {
        unsafe self.multi = unsafe multi
    }

    deinit {
        unsafe curl_multi_cleanup(multi)
    }

    /// Hands a command to the thread. After its end a new transfer ends with `closed`, anything else means
    /// nothing.
    func post(_ command: Command) {
        let isOpen = inbox.withLock { inbox in
            guard inbox.isOpen else { return false }
            inbox.commands.append(command)
            if inbox.commands.count == 1 { unsafe curl_multi_wakeup(multi) }
            return true
        }
        if !isOpen, case .add(let transfer) = command { transfer.end(.closed) }
    }

    // MARK: On the thread

    private func run() {
        while true {
            for command in takeCommands() { obey(command) }
            if isStopping { break }
            var running: Int32 = 0
            unsafe curl_multi_perform(multi, &running)
            takeResults()
            endSilent()
            if inbox.withLock({ $0.commands.isEmpty }) {
                unsafe curl_multi_poll(multi, nil, 0, waitMilliseconds(), nil)
            }
        }
        let rest = inbox.withLock { inbox in
            inbox.isOpen = false
            return inbox.commands
        }
        for transfer in transfers.values { finish(transfer, .closed) }
        for case .add(let transfer) in rest { transfer.end(.closed) }
    }

    private func takeCommands() -> [Command] {
        inbox.withLock { inbox in
            var taken: [Command] = []
            swap(&taken, &inbox.commands)
            return taken
        }
    }

    private func obey(_ command: Command) {
        switch command {
        case .add(let transfer):
            // A cancel may have come first.
            if transfer.hasEnded { return }
            transfers[transfer.key] = transfer
            transfer.begin()
            let code = unsafe curl_multi_add_handle(multi, transfer.easy)
            if code != CURLM_OK { finish(transfer, .connect(reason: "libcurl error \(code.rawValue)")) }
        case .cancel(let transfer): finish(transfer, .cancelled(mayHaveBeenSent: transfer.mayHaveBeenSent))
        case .goOn(let transfer):
            if transfers[transfer.key] != nil { transfer.goOn() }
        case .stop: isStopping = true
        }
    }

    private func takeResults() {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            let easy = unsafe message.pointee.easy_handle
            let code = unsafe baton_curl_result(message)
            guard let transfer = transfers[UInt(bitPattern: easy)] else { continue }
            remove(transfer)
            transfer.end(code)
        }
    }

    /// Ends streams on which nothing came for too long.
    private func endSilent() {
        let now = BootTime.now()
        for transfer in transfers.values where transfer.silentAt.map({ now >= $0 }) ?? false {
            finish(transfer, .silent)
        }
    }

    private func waitMilliseconds() -> Int32 {
        let longest: Milliseconds = 60_000
        let now = BootTime.now()
        let next = transfers.values.compactMap(\.silentAt).min() ?? now + longest
        return Int32(min(max(next - now, 0), longest))
    }

    private func finish(_ transfer: Transfer, _ error: HTTPClientError) {
        remove(transfer)
        transfer.end(error)
    }

    private func remove(_ transfer: Transfer) {
        guard transfers.removeValue(forKey: transfer.key) != nil else { return }
        unsafe curl_multi_remove_handle(multi, transfer.easy)
    }
}
