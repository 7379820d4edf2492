import CSQLite

/// How far a checkpoint goes.
package enum CheckpointMode: Sendable {
    /// Takes what no reader needs and waits for nobody.
    case passive
    /// Takes everything, waiting for readers and the writer up to the busy timeout, and gives the log's
    /// disk space back.
    case truncate

    var code: Int32 {
        switch self {
        case .passive: SQLITE_CHECKPOINT_PASSIVE
        case .truncate: SQLITE_CHECKPOINT_TRUNCATE
        }
    }
}

/// What a checkpoint found and did.
package struct CheckpointResult: Sendable, Equatable {
    /// Pages in the log when it ended.
    package let logPages: Int
    /// Of these, pages that are in the file now.
    package let movedPages: Int
}
