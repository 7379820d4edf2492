import CLibevent
import Dispatch
import Glibc
import HTTPMessages
import Synchronization

/// One thread with one event base, its own listener and its own connections. Handlers run on it as tasks that
/// prefer it: up to their first wait at once, afterwards through the mailbox.
/// SAFETY: base, listener, table, wheel and date are touched on the loop's own thread only (and before it
/// starts); other threads reach the loop through `mailbox` and the atomics.
@safe final class EventLoop: TaskExecutor, @unchecked Sendable {
    let shared: LoopShared
    private let mailbox: Mailbox
    private let base: OpaquePointer
    private var wakeEvent: OpaquePointer?
    private var tickEvent: OpaquePointer?
    private var listener: Listener?
    private let scratch = ReceiveBuffer()
    private let thread = Atomic<UInt>(0)
    private let stopped = Mutex<(isStopped: Bool, waiter: (@Sendable () -> Void)?)>((false, nil))

    private(set) var table = ConnectionTable()
    private var wheel: DeadlineWheel<UInt64>
    private var date = HTTPDate()
    /// The time of the present round of events.
    private(set) var now: Milliseconds
    private(set) var isDraining = false
    private var drainsUntil: Milliseconds = .max

    /// A loop that will accept on `descriptor`, which it owns from now on.
    init(_ shared: LoopShared, listening descriptor: Int32) throws(HTTPServerError) {
        self.shared = shared
        mailbox = try Mailbox()
        guard let settings = unsafe event_config_new() else { throw .system(reason: systemText()) }
        // Only this thread touches the base, so it needs no lock.
        unsafe event_config_set_flag(settings, Int32(EVENT_BASE_FLAG_NOLOCK.rawValue))
        let made = unsafe event_base_new_with_config(settings)
        unsafe event_config_free(settings)
        guard let made = unsafe made else { throw .system(reason: "no event base") }
        unsafe base = unsafe made
        now = MonotonicTime.now()
        wheel = DeadlineWheel(now: now)
        listener = unsafe Listener(descriptor: descriptor, base: base, loop: self)
    }

    deinit {
        if let wakeEvent = unsafe wakeEvent { unsafe event_free(wakeEvent) }
        if let tickEvent = unsafe tickEvent { unsafe event_free(tickEvent) }
        unsafe event_base_free(base)
    }

    /// Starts the thread, which keeps the loop alive until it has drained.
    func start() throws(HTTPServerError) {
        var id = pthread_t()
        let context = unsafe Unmanaged.passRetained(self).toOpaque()
        let result = unsafe pthread_create(
            &id, nil,
            { context in
                guard let context = unsafe context else { return nil }
                let loop = unsafe Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue()
                loop.run()
                return nil
            }, context)
        guard result == 0 else {
            unsafe Unmanaged<EventLoop>.fromOpaque(context).release()
            throw .system(reason: systemText(result))
        }
        pthread_detach(id)
    }

    /// Whether the caller runs on this loop's thread.
    var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Hands a message to the loop, from any thread.
    func post(_ message: sending LoopMessage) {
        // Once the loop has ended there is nothing left that a message could be for.
        _ = mailbox.post(message, wakes: !isCurrent)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if mailbox.post(.job(job), wakes: !isCurrent) { return }
        // Tasks outlive the loop that they prefer; their last parts run elsewhere.
        DispatchQueue.global().async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Calls `body` when the loop has ended, at once if it has.
    func whenStopped(_ body: @escaping @Sendable () -> Void) {
        let isStopped = stopped.withLock { stopped in
            if !stopped.isStopped { stopped.waiter = body }
            return stopped.isStopped
        }
        if isStopped { body() }
    }

    // MARK: On the loop's thread

    private func run() {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        addEvents()
        while !(isDraining && table.count == 0) {
            let flags = Int32(EVLOOP_ONCE) | (mailbox.isEmpty ? 0 : Int32(EVLOOP_NONBLOCK))
            now = MonotonicTime.now()
            unsafe event_base_loop(base, flags)
            now = MonotonicTime.now()
            for message in mailbox.takeAll() { handle(message) }
        }
        listener?.close()
        for message in mailbox.shut() { handle(message) }
        thread.store(0, ordering: .relaxed)
        let waiter = stopped.withLock { stopped in
            stopped.isStopped = true
            return stopped.waiter
        }
        waiter?()
    }

    private func addEvents() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let wake = unsafe event_new(
            base, mailbox.descriptor, Int16(EV_READ | EV_PERSIST),
            { _, _, context in
                unsafe EventLoop.from(context)?.mailbox.silence()
            }, context)
        let tick = unsafe event_new(
            base, -1, Int16(EV_PERSIST),
            { _, _, context in
                unsafe EventLoop.from(context)?.tick()
            }, context)
        guard let wake = unsafe wake, let tick = unsafe tick else { return }
        unsafe event_add(wake, nil)
        var period = timeval(tv_sec: 0, tv_usec: Int(DeadlineWheel<UInt64>.tickMilliseconds) * 1000)
        unsafe event_add(tick, &period)
        unsafe wakeEvent = unsafe wake
        unsafe tickEvent = unsafe tick
        listener?.resume()
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> EventLoop? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue()
    }

    private func handle(_ message: LoopMessage) {
        switch message {
        case .job(let job): unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        case .answer(let connection, let response, let number): connection.answer(response, number: number)
        case .flush(let connection): connection.flush()
        case .finish(let connection): connection.finish()
        case .whenClosed(let connection, let body): connection.whenClosed(body)
        case .whenSent(let connection, let body): connection.whenSent(body)
        case .drain(let until): drain(until: until)
        }
    }

    private func tick() {
        now = MonotonicTime.now()
        if now >= drainsUntil { table.all.forEach { $0.close() } }
        for (tick, id) in wheel.advance(to: now) { table[id]?.visit(tick) }
        listener?.resume()
    }

    /// Takes a fresh socket in.
    func adopt(_ descriptor: Int32, peer: SocketAddress) {
        guard let transport = makeTransport(descriptor) else {
            shared.caps.leave(peer.ip)
            return
        }
        let connection = Connection(id: table.reserve(), loop: self, transport: transport, peer: peer)
        transport.delegate = connection
        table.insert(connection)
        shared.counters.connections.add(1, ordering: .relaxed)
        connection.begin()
        transport.start()
    }

    private func makeTransport(_ descriptor: Int32) -> (any Transport)? {
        if let tls = shared.tls { return unsafe TLSTransport(base: base, descriptor: descriptor, tls: tls) }
        return unsafe PlainTransport(base: base, descriptor: descriptor, scratch: scratch)
    }

    /// Forgets a closed connection.
    func forget(_ connection: Connection) {
        table.remove(connection.id)
        shared.caps.leave(connection.peer.ip)
        shared.counters.connections.subtract(1, ordering: .relaxed)
    }

    /// Plans a visit to the connection and returns its tick.
    func plan(_ id: UInt64, at time: Milliseconds) -> Milliseconds {
        wheel.plan(id, at: time)
    }

    /// The `date` field of now.
    func dateText() -> String { date.text() }

    /// Stops accepting once the queue of the listener is empty, lets answers finish and ends the rest.
    private func drain(until: Milliseconds) {
        listener?.acceptAll()
        listener?.close()
        listener = nil
        isDraining = true
        drainsUntil = until
        for connection in table.all { connection.drain() }
    }
}
