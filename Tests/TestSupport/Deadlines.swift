/// Runs a live test that fails instead of hanging.
package func within<Result: Sendable>(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw TooLate()
        }
        guard let first = try await group.next() else { throw TooLate() }
        group.cancelAll()
        return first
    }
}

/// What `within` throws when its time is over.
package struct TooLate: Error {
    package init() {}
}

/// Waits for a condition to become true, at most thirty seconds.
package func eventually(_ condition: () -> Bool) async -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(30)
    while clock.now < deadline {
        if condition() { return true }
        // A cancelled test ends at its next look.
        do { try await Task.sleep(for: .milliseconds(5)) } catch { return condition() }
    }
    return condition()
}
