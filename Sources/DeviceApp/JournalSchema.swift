internal import SQLite

/// The journal's tables, on both devices the same. A step is added, never changed.
enum JournalSchema {
    static let migrations = [
        Migration(
            """
            CREATE TABLE relay (
              number INTEGER PRIMARY KEY, base TEXT NOT NULL UNIQUE, signing BLOB NOT NULL,
              agreement BLOB NOT NULL,
              cursor TEXT
            ) STRICT;
            CREATE TABLE pairing (
              pid BLOB PRIMARY KEY, relay INTEGER NOT NULL REFERENCES relay, device BLOB NOT NULL,
              card BLOB NOT NULL,
              psk BLOB NOT NULL, psk_id BLOB NOT NULL, country TEXT, region TEXT, postal TEXT,
              is_ended INTEGER NOT NULL DEFAULT 0
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE sent (
              jti BLOB PRIMARY KEY, relay INTEGER NOT NULL REFERENCES relay, origin TEXT NOT NULL,
              session TEXT NOT NULL,
              bearer TEXT, hmac BLOB, merchant TEXT NOT NULL, items TEXT NOT NULL, total INTEGER NOT NULL,
              currency TEXT NOT NULL, made_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
              state TEXT NOT NULL,
              ending TEXT, detail TEXT, outcome TEXT
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE sent_token (
              jti BLOB NOT NULL REFERENCES sent, device BLOB NOT NULL, identity BLOB NOT NULL,
              reply BLOB NOT NULL,
              PRIMARY KEY (jti, device)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE received (
              sender BLOB NOT NULL, jti BLOB NOT NULL, relay INTEGER NOT NULL REFERENCES relay,
              token TEXT NOT NULL,
              seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, state TEXT NOT NULL,
              is_seen INTEGER NOT NULL,
              claim_key BLOB, fence INTEGER, ending TEXT, outcome TEXT, is_told INTEGER NOT NULL,
              PRIMARY KEY (sender, jti)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE attempt (
              sender BLOB NOT NULL, jti BLOB NOT NULL, number INTEGER NOT NULL, key TEXT NOT NULL,
              body BLOB NOT NULL,
              payment TEXT NOT NULL, state TEXT NOT NULL,
              PRIMARY KEY (sender, jti, number)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE placed (
              number INTEGER PRIMARY KEY, sender BLOB, jti BLOB, origin TEXT NOT NULL, merchant TEXT NOT NULL,
              order_id TEXT NOT NULL, label TEXT, link TEXT, total INTEGER NOT NULL, currency TEXT NOT NULL,
              payment TEXT NOT NULL, items TEXT, arrival TEXT, placed_at INTEGER NOT NULL,
              UNIQUE (sender, jti)
            ) STRICT;
            """),
        // What belongs to an ending: why it failed, or what took its place.
        Migration("ALTER TABLE received ADD COLUMN detail TEXT"),
        // Why the merchant said no, for who takes up the purchase again.
        Migration("ALTER TABLE attempt ADD COLUMN reason TEXT"),
        // Pairings that the relay has and this device does not; who is to be told of a new one; what this
        // device was told.
        Migration(
            """
            CREATE TABLE stray (
              pid BLOB PRIMARY KEY, relay INTEGER NOT NULL REFERENCES relay
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE owed_notice (
              recipient BLOB NOT NULL, about BLOB NOT NULL, id BLOB NOT NULL, at INTEGER NOT NULL,
              PRIMARY KEY (recipient, about)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE notice (
              number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, sender TEXT NOT NULL,
              sender_kind TEXT NOT NULL, sender_id BLOB NOT NULL,
              device BLOB NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, paired_at INTEGER NOT NULL,
              is_shown INTEGER NOT NULL DEFAULT 0
            ) STRICT;
            """),
        // Whether the process that owns the relay's stream hears the relay, for the others.
        Migration("ALTER TABLE relay ADD COLUMN is_heard INTEGER NOT NULL DEFAULT 0"),
        // Which standing quotes were paid, or were about to be: one signature is not paid twice unseen.
        Migration(
            """
            CREATE TABLE quote_attempt (
              digest BLOB NOT NULL, sender BLOB NOT NULL, jti BLOB NOT NULL, at INTEGER NOT NULL,
              PRIMARY KEY (digest, sender, jti)
            ) STRICT, WITHOUT ROWID
            """),
        // What was agreed to: the confirmation shows this, whatever the merchant's order says.
        Migration(
            """
            ALTER TABLE attempt ADD COLUMN total INTEGER;
            ALTER TABLE attempt ADD COLUMN currency TEXT;
            """),
    ]
}
