import Synchronization
import Terminal

/// The mark that shows a person at a terminal that commands can be typed; it moves below whatever is shown
/// meanwhile. Scripts, pipes and plain output never see it.
final class PromptLine: Sendable {
    private let output: TextOutput
    private let isUsed: Bool
    private let isShown = Mutex(false)

    init(_ console: Console) {
        output = console.output
        isUsed = console.input.isTerminal && console.output.isTerminal && !console.style.isPlain
    }

    /// A command is awaited.
    func begin() {
        guard isUsed else { return }
        isShown.withLock { isShown in
            isShown = true
            output.write(Self.mark)
        }
    }

    /// It was typed, Return and all, or nobody waits any more.
    func end(isTyped: Bool) {
        guard isUsed else { return }
        isShown.withLock { isShown in
            if isShown, !isTyped { output.write(Self.erase) }
            isShown = false
        }
    }

    /// Shows something above the mark.
    func above(_ show: () -> Void) {
        guard isUsed else { return show() }
        isShown.withLock { isShown in
            if isShown { output.write(Self.erase) }
            show()
            if isShown { output.write(Self.mark) }
        }
    }

    private static let mark = "> "
    /// To the left edge, and nothing to the right of it.
    private static let erase = "\r\u{1B}[K"
}
