internal import Blocking
internal import Crypto
internal import Handoffs
internal import Payments
internal import Surfaces

/// Where a passcode comes from: a terminal, standard input or a file, never an argument.
package enum PasscodeSource: Sendable {
    case person
    case file(String)

    /// What `--passcode-file` says; `-` is standard input.
    package init(option: String?) { self = option.map { .file($0) } ?? .person }
}

/// The phone's wallet on a queue of its own: unlocking takes half a second of one core.
struct WalletOwner: Sendable {
    let files: HomeWalletFiles
    private let queue = BlockingOwner((), label: "wallet")

    init(_ home: Home) { files = HomeWalletFiles(home: home) }

    /// The wallet as it is now; nil where none was made.
    func open() throws(Complaint) -> Wallet? {
        do throws(WalletFailure) { return try Wallet.open(files) } catch { throw Complaint(error) }
    }

    /// The wallet, or the advice to make one.
    func required() throws(Complaint) -> Wallet {
        guard let wallet = try open() else { throw .noWallet }
        return wallet
    }

    /// Unlocks; the failure is the caller's to show, for a wrong passcode may be typed again.
    func unlock(
        _ wallet: Wallet, _ passcode: Secret, at now: Instant
    ) async throws(WalletFailure) -> UnlockedWallet {
        try await queue.run { _ throws(WalletFailure) in
            try wallet.unlock(passcode, at: now.milliseconds)
        }
    }

    /// Runs a change that costs a scrypt or a sync.
    func run<Result: Sendable>(
        _ body: @Sendable (HomeWalletFiles) throws(WalletFailure) -> Result
    ) async throws(Complaint) -> Result {
        let files = files
        do throws(WalletFailure) {
            return try await queue.run { _ throws(WalletFailure) in try body(files) }
        } catch {
            throw Complaint(error)
        }
    }
}

extension Device {
    /// Reads a passcode that is there already.
    func passcode(from source: PasscodeSource) async throws(Complaint) -> Secret {
        switch source {
        case .file("-"):
            guard let line = try await face.command(), !line.isEmpty else { throw .needsInput }
            return Secret(Array(line.utf8))
        case .file(let path): return try Self.passcode(inFile: path)
        case .person:
            guard let typed = try await face.askHidden(.passcode) else { throw .needsInput }
            return Secret(typed)
        }
    }

    /// Reads a new passcode, twice where a person types it.
    func newPasscode(from source: PasscodeSource) async throws(Complaint) -> Secret {
        guard case .person = source else { return try await passcode(from: source) }
        guard let typed = try await face.askHidden(.newPasscode) else { throw .needsNewPasscode }
        let passcode = Secret(typed)
        guard face.isInteractive else { return passcode }
        guard let again = try await face.askHidden(.passcodeAgain) else { throw .needsNewPasscode }
        guard passcode == Secret(again) else { throw .passcodesDiffer }
        return passcode
    }

    private static func passcode(inFile path: String) throws(Complaint) -> Secret {
        let passcode: Secret
        do throws(FileError) {
            let bytes = try DurableFile.read(path, bytesMax: 4096)
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            passcode = Secret(line)
        } catch {
            throw .unreadableFile("\(error)")
        }
        // An empty file is no wrong passcode: nothing is counted.
        guard passcode.count > 0 else { throw .needsInput }
        return passcode
    }
}

extension Secret {
    /// Moves what was typed into a secret.
    convenience init(_ input: any HiddenInput) {
        self.init(input.withBytes { span in span.indices.map { span[$0] } })
    }
}

extension Complaint {
    init(_ failure: WalletFailure) {
        self =
            switch failure {
            case .exists: .walletExists
            case .passcodeTooShort(let min): .passcodeTooShort(min)
            case .wrongPasscode(let left, let wait): .wrongPasscode(triesLeft: left, wait: wait)
            case .locked(let wait): .passcodeLocked(wait)
            case .unknownEntry(let id): .unknownEntry(id)
            case .notTestNumber: .cardNumberNotTest
            case .invalidField(let name): .walletField(name)
            case .tooMany(let max): .walletFull(max)
            case .damaged(let file, let reason): .homeDamaged(file, reason)
            case .file(let reason): .homeUnusable("wallet", reason)
            case .crypto: .homeUnusable("wallet", "libcrypto")
            }
    }
}
