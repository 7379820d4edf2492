/// Which work a transaction announces when it begins.
private enum Beginning: String {
    /// Takes the write lock at once, so that no later statement can fail for having read something old.
    case write = "BEGIN IMMEDIATE"
    /// Takes a view at the first read.
    case read = "BEGIN DEFERRED"
}

extension Database {
    /// Runs `body` and commits; what it did is on disk when this returns, and undone when it throws.
    package mutating func transaction<Result>(
        _ body: (inout Database) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try within(.write, body)
    }

    /// The same for a `body` that may refuse: after a `failure` everything it did is undone.
    package mutating func transaction<Value, Refusal: Error>(
        orRefuse body: (inout Database) throws(SQLiteError) -> Result<Value, Refusal>
    ) throws(SQLiteError) -> Result<Value, Refusal> {
        try execute(Beginning.write.rawValue)
        let result: Result<Value, Refusal>
        do {
            result = try body(&self)
            switch result {
            case .success: try execute("COMMIT")
            case .failure: rollBack()
            }
        } catch {
            rollBack()
            throw error
        }
        return result
    }

    /// Runs reads over one unchanging view of the data, without holding up a writer.
    package mutating func snapshot<Result>(
        _ body: (inout Database) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try within(.read, body)
    }

    /// A part of a transaction that is undone by itself where `body` refuses or throws.
    package mutating func savepoint<Value, Refusal: Error>(
        orRefuse body: (inout Database) throws(SQLiteError) -> Result<Value, Refusal>
    ) throws(SQLiteError) -> Result<Value, Refusal> {
        try execute("SAVEPOINT part")
        let result: Result<Value, Refusal>
        do {
            result = try body(&self)
        } catch {
            try undoPart()
            throw error
        }
        switch result {
        case .success: try execute("RELEASE part")
        case .failure: try undoPart()
        }
        return result
    }

    /// Opens a transaction that holds the write lock, for a caller that commits many callers' work
    /// together. Everybody else uses `transaction`.
    package mutating func begin() throws(SQLiteError) { try execute(Beginning.write.rawValue) }

    /// Ends the transaction of `begin`; what was done is on disk when this returns.
    package mutating func commit() throws(SQLiteError) { try execute("COMMIT") }

    /// Ends the transaction without a trace.
    package mutating func rollBack() {
        guard isInTransaction() else { return }
        do {
            try execute("ROLLBACK")
        } catch {
            // After a failure of the disk SQLite may have rolled back by itself; anything else would be our
            // bug.
            precondition(!isInTransaction(), "a transaction could not be rolled back: \(error)")
        }
    }

    private mutating func undoPart() throws(SQLiteError) {
        // A failure of the disk may have ended the whole transaction: its savepoints are gone then.
        guard isInTransaction() else { return }
        try execute("ROLLBACK TO part")
        try execute("RELEASE part")
    }

    private mutating func within<Result>(
        _ beginning: Beginning, _ body: (inout Database) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        try execute(beginning.rawValue)
        do {
            let result = try body(&self)
            try execute("COMMIT")
            return result
        } catch {
            rollBack()
            throw error
        }
    }
}
