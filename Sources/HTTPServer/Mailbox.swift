import CLibevent
import Glibc
import HTTPMessages
import Synchronization

/// What other threads, and tasks, ask of a loop.
enum LoopMessage {
    /// The next part of a task that prefers this loop.
    case job(UnownedJob)
    case answer(Connection, Response, number: UInt32)
    case flush(Connection)
    case finish(Connection)
    case whenClosed(Connection, @Sendable (StreamEnd) -> Void)
    case whenSent(Connection, @Sendable () -> Void)
    case drain(until: Milliseconds)
}

/// The way into a loop from outside. The loop is woken through a file descriptor, and only when it may be
/// asleep.
final class Mailbox: Sendable {
    private struct Content: ~Copyable {
        var messages: [LoopMessage] = []
        var isClosed = false
    }

    private let content = Mutex(Content())
    /// Readable when the loop is to wake.
    let descriptor: Int32

    init() throws(HTTPServerError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { throw .system(reason: systemText()) }
    }

    deinit {
        close(descriptor)
    }

    /// Adds a message; false once the loop has ended. `wakes` is false on the loop's own thread, which looks
    /// again before it sleeps.
    func post(_ message: sending LoopMessage, wakes: Bool) -> Bool {
        let message = [message]
        let before: Int? = content.withLock { content in
            if content.isClosed { return nil }
            content.messages += message
            return content.messages.count - 1
        }
        guard let before else { return false }
        if before == 0, wakes { eventfd_write(descriptor, 1) }
        return true
    }

    /// Takes all messages.
    func takeAll() -> [LoopMessage] {
        content.withLock { content in
            var taken: [LoopMessage] = []
            swap(&taken, &content.messages)
            return taken
        }
    }

    var isEmpty: Bool { content.withLock { $0.messages.isEmpty } }

    /// Refuses further messages and returns the last ones.
    func shut() -> [LoopMessage] {
        content.withLock { $0.isClosed = true }
        return takeAll()
    }

    /// Makes the descriptor unreadable again.
    func silence() {
        var count: eventfd_t = 0
        unsafe eventfd_read(descriptor, &count)
    }
}
