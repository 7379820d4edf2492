internal import Blocking
internal import Handoffs
internal import Surfaces

extension Device {
    /// Runs `body` while no other process of this home has this purchase open: two of them would hold one
    /// claim between them, and both could pay.
    func exclusively<Result>(
        _ key: HandoffKey, _ body: () async throws(Complaint) -> Result
    ) async throws(Complaint) -> Result {
        let lock: FileLock
        do throws(FileError) {
            let folder = "\(home.folder)/locks"
            try Folder.make(folder)
            guard let held = try FileLock.tryAcquire("\(folder)/\(key.id.text)") else {
                throw FileError.exists(path: folder)
            }
            lock = held
        } catch {
            if case .exists = error { throw .busyElsewhere(key.id.text) }
            throw .homeUnusable(home.folder, "\(error)")
        }
        let result: Result
        do throws(Complaint) { result = try await body() } catch {
            lock.release()
            throw error
        }
        lock.release()
        return result
    }
}
