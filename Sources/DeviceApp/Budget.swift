internal import Surfaces

/// A limit on how long a look at the relay may hold up what the journal can show.
enum Budget {
    /// For commands that show what is known anyway.
    static let look: Duration = .seconds(3)

    /// Runs `body`; false where it was not done within `limit`, and is given up then.
    static func run(
        _ limit: Duration, _ body: @escaping @Sendable () async throws(Complaint) -> Void
    ) async throws(Complaint) -> Bool {
        let result = await withTaskGroup(of: Result<Bool, Complaint>.self) { group in
            group.addTask {
                do throws(Complaint) {
                    try await body()
                    return .success(true)
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                do { try await Task.sleep(for: limit) } catch { return .failure(.interrupted) }
                return .success(false)
            }
            let first = await group.next() ?? .success(false)
            group.cancelAll()
            return first
        }
        return try result.get()
    }
}
