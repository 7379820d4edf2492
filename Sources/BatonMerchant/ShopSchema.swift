package import SQLite

/// The shop's tables, version by version. Each table says what finds it.
package enum ShopSchema {
    package static let migrations = [Migration(first), Migration(events)]

    private static let first = """
        -- A checkout session as the Merchant module writes it.
        CREATE TABLE session (
            id TEXT PRIMARY KEY NOT NULL,
            detail BLOB NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_expiry ON session (expires_at);

        -- The answer given under an idempotency key, and the hash of the request that it answers.
        CREATE TABLE answer (
            scope TEXT PRIMARY KEY NOT NULL,
            request BLOB NOT NULL,
            status INTEGER NOT NULL,
            body BLOB NOT NULL,
            made_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX answer_time ON answer (made_at);

        -- One order a session; `event` waits to be told until `is_told`.
        CREATE TABLE placed_order (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            session TEXT NOT NULL UNIQUE,
            bearer TEXT NOT NULL,
            detail BLOB NOT NULL,
            event BLOB NOT NULL,
            is_told INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX order_to_tell ON placed_order (number) WHERE is_told = 0;

        -- What is left of each variant that can run out.
        CREATE TABLE stock (
            variant TEXT PRIMARY KEY NOT NULL,
            remaining INTEGER NOT NULL CHECK (remaining >= 0)
        ) STRICT, WITHOUT ROWID;

        -- How often each promo code was used.
        CREATE TABLE code_use (
            code TEXT PRIMARY KEY NOT NULL,
            uses INTEGER NOT NULL CHECK (uses >= 0)
        ) STRICT, WITHOUT ROWID;

        -- Payment tokens that were charged or declined: none is taken twice.
        CREATE TABLE used_transaction (
            id BLOB PRIMARY KEY NOT NULL,
            used_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The shop's own keys.
        CREATE TABLE secret (
            name TEXT PRIMARY KEY NOT NULL,
            value BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Orders go on after they were made, and each step is told.
    private static let events = """
        -- What is to be told of orders, in this order, until `is_told`.
        CREATE TABLE order_event (
            number INTEGER PRIMARY KEY,
            body BLOB NOT NULL,
            is_told INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX event_to_tell ON order_event (number) WHERE is_told = 0;
        INSERT INTO order_event (body, is_told) SELECT event, is_told FROM placed_order ORDER BY number;
        DROP INDEX order_to_tell;
        ALTER TABLE placed_order DROP COLUMN event;
        ALTER TABLE placed_order DROP COLUMN is_told;
        -- Sums say no currency; null in orders of an older shop, until one opens the file.
        ALTER TABLE placed_order ADD COLUMN currency TEXT;
        """
}
