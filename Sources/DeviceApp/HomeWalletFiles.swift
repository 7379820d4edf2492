internal import Blocking
internal import Payments

/// The wallet's files in the home folder, each old or new and never half (design, section 9).
struct HomeWalletFiles: WalletFiles {
    let home: Home

    func read(_ name: WalletFileName) throws(WalletFailure) -> [UInt8]? {
        do throws(FileError) { return try DurableFile.readIfPresent(path(name)) } catch {
            throw .file(reason: "\(error)")
        }
    }

    func replace(_ name: WalletFileName, with bytes: [UInt8]) throws(WalletFailure) {
        do throws(FileError) { try DurableFile.replace(path(name), with: bytes) } catch {
            throw .file(reason: "\(error)")
        }
    }

    func exclusively<R>(_ body: () throws(WalletFailure) -> R) throws(WalletFailure) -> R {
        let lock: FileLock
        do throws(FileError) {
            // A scrypt takes half a second; ten of them at once are somebody's mistake.
            guard let held = try FileLock.acquire("\(home.folder)/wallet.lock", within: .seconds(10)) else {
                throw FileError.failed(path: home.folder, operation: "lock", errno: 11)
            }
            lock = held
        } catch {
            throw .file(reason: "\(error)")
        }
        let result = try body()
        lock.release()
        return result
    }

    private func path(_ name: WalletFileName) -> String { "\(home.folder)/\(name.rawValue)" }
}
