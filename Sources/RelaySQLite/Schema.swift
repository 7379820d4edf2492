import SQLite

/// The relay's tables, version by version.
///
/// Small rows that decide stand apart from the bytes they carry; handoffs and bodies are in the order of
/// time, so that a commit of many touches few pages. Each table says what finds it.
enum Schema {
    static let migrations = [Migration(first), Migration(second), Migration(third)]

    private static let first = """
        -- One row: the epoch of all logs, the last time that was written, the number of the newest event.
        CREATE TABLE relay (
            epoch TEXT NOT NULL,
            time INTEGER NOT NULL,
            mark INTEGER NOT NULL
        ) STRICT;

        -- A handoff; `wake` is when time moves it on (`timed` = 1) or when its row may go (`timed` = 0).
        CREATE TABLE handoff (
            id BLOB NOT NULL,
            sender BLOB NOT NULL,
            state TEXT NOT NULL,
            timed INTEGER NOT NULL,
            wake INTEGER NOT NULL,
            detail BLOB NOT NULL,
            PRIMARY KEY (id, sender)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX handoff_wake ON handoff (timed, wake);

        -- Who still has to do with a handoff that has not ended: its sender and its active recipients.
        CREATE TABLE party (
            device BLOB NOT NULL,
            sender BLOB NOT NULL,
            id BLOB NOT NULL,
            PRIMARY KEY (device, sender, id)
        ) STRICT, WITHOUT ROWID;

        -- Sealed tokens and outcomes; the handoff's detail holds the numbers.
        CREATE TABLE body (
            number INTEGER PRIMARY KEY,
            bytes BLOB NOT NULL
        ) STRICT;

        -- A device: its key, how far it acknowledged its log, and the last sequence deleted from it.
        CREATE TABLE device (
            id BLOB NOT NULL PRIMARY KEY,
            key BLOB,
            acknowledged INTEGER NOT NULL,
            floor INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The logs of all devices in the order they were written; a device's own are found by its sequence.
        CREATE TABLE event (
            number INTEGER PRIMARY KEY,
            device BLOB NOT NULL,
            sequence INTEGER NOT NULL,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            sender BLOB,
            id BLOB,
            expires INTEGER,
            attachment INTEGER NOT NULL,
            data BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX event_sequence ON event (device, sequence);

        -- A pairing; `wake` and `timed` as for a handoff, `wake` null while it holds.
        CREATE TABLE pairing (
            id BLOB NOT NULL PRIMARY KEY,
            watch BLOB NOT NULL,
            phone BLOB,
            state TEXT NOT NULL,
            timed INTEGER NOT NULL,
            wake INTEGER,
            detail BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX pairing_watch ON pairing (watch, phone);
        CREATE INDEX pairing_phone ON pairing (phone);
        CREATE INDEX pairing_wake ON pairing (timed, wake);
        """

    private static let second = """
        -- The number of the last record of the journal that the file holds.
        ALTER TABLE relay ADD COLUMN applied INTEGER NOT NULL DEFAULT 0;
        """

    private static let third = """
        -- The label of the journal that goes with the file, anew at each start; and whether the last run
        -- ended as it should, so that there is no journal.
        ALTER TABLE relay ADD COLUMN run INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE relay ADD COLUMN ended INTEGER NOT NULL DEFAULT 1;
        """
}
