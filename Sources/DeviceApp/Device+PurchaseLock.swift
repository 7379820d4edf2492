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
            guard let held = try FileLock.tryAcquire(home.purchaseLocks, number: Self.number(of: key)) else {
                throw .exists(path: home.purchaseLocks)
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

    /// Its place in the file of locks: of the id's random bytes seven, and two purchases that share a place
    /// would only wait for each other.
    private static func number(of key: HandoffKey) -> Int64 {
        key.id.bytes.suffix(7).reduce(0) { $0 << 8 | Int64($1) }
    }
}
