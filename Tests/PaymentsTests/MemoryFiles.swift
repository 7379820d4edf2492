import Payments
import Synchronization

/// The wallet's files in memory, with writes that can fail.
final class MemoryFiles: WalletFiles {
    private struct State {
        var files: [WalletFileName: [UInt8]] = [:]
        var writes: [WalletFileName] = []
        var failing: WalletFileName?
    }

    private let state = Mutex(State())

    func read(_ name: WalletFileName) throws(WalletFailure) -> [UInt8]? {
        state.withLock { $0.files[name] }
    }

    func replace(_ name: WalletFileName, with bytes: [UInt8]) throws(WalletFailure) {
        let fails = state.withLock { state in
            guard state.failing != name else { return true }
            state.files[name] = bytes
            state.writes.append(name)
            return false
        }
        if fails { throw .file(reason: "full") }
    }

    func exclusively<R>(_ body: () throws(WalletFailure) -> R) throws(WalletFailure) -> R { try body() }

    var writes: [WalletFileName] { state.withLock { $0.writes } }

    func fail(_ name: WalletFileName?) { state.withLock { $0.failing = name } }

    func edit(_ name: WalletFileName, _ change: (inout String) -> Void) {
        state.withLock { state in
            var text = String(decoding: state.files[name] ?? [], as: UTF8.self)
            change(&text)
            state.files[name] = Array(text.utf8)
        }
    }

    func remove(_ name: WalletFileName) { state.withLock { $0.files[name] = nil } }

    func text(_ name: WalletFileName) -> String {
        state.withLock { String(decoding: $0.files[name] ?? [], as: UTF8.self) }
    }
}
