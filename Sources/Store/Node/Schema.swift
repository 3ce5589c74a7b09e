import SQLite

/// The steps that made the schema what `Docs/spec/storage.md` says. A released step is never changed.
enum Schema {
  static let steps = [
    Migration(
      "meta, settings",
      """
      CREATE TABLE meta (
        name TEXT NOT NULL PRIMARY KEY,
        value BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE settings (
        name TEXT NOT NULL PRIMARY KEY,
        value BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      """),
    Migration(
      "identity, prekeys, sessions",
      """
      CREATE TABLE identity (
        id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
        keys BLOB NOT NULL
      ) STRICT;
      CREATE TABLE prekeys (
        id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
        ring BLOB NOT NULL
      ) STRICT;
      CREATE TABLE sessions (
        peer BLOB NOT NULL UNIQUE,
        state BLOB NOT NULL
      ) STRICT;
      """),
    Migration(
      "records and contacts of the DHT",
      """
      CREATE TABLE dht_records (
        node_id BLOB NOT NULL UNIQUE,
        received_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        bundle BLOB NOT NULL
      ) STRICT;
      CREATE INDEX dht_records_by_expiry ON dht_records (expires_at);
      CREATE TABLE dht_contacts (
        position INTEGER NOT NULL PRIMARY KEY,
        node_id BLOB NOT NULL UNIQUE,
        address TEXT NOT NULL
      ) STRICT;
      """),
    Migration(
      "contacts, messages, outbox, events",
      """
      CREATE TABLE contacts (
        peer BLOB NOT NULL PRIMARY KEY,
        trust TEXT NOT NULL,
        card BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX contacts_by_trust ON contacts (trust);
      CREATE TABLE messages (
        peer BLOB NOT NULL,
        direction INTEGER NOT NULL,
        id BLOB NOT NULL,
        position INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        state TEXT NOT NULL,
        content BLOB NOT NULL,
        UNIQUE (peer, direction, id)
      ) STRICT;
      CREATE INDEX messages_by_place ON messages (peer, position, sequence);
      CREATE INDEX messages_by_sequence ON messages (peer, direction, sequence, position);
      CREATE INDEX messages_sent ON messages (id) WHERE direction = 0;
      CREATE TABLE delivery_steps (
        peer BLOB NOT NULL,
        direction INTEGER NOT NULL,
        message BLOB NOT NULL,
        step INTEGER NOT NULL,
        entry BLOB NOT NULL,
        PRIMARY KEY (peer, direction, message, step)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE outbox (
        peer BLOB NOT NULL,
        id BLOB NOT NULL,
        sequence INTEGER NOT NULL,
        name BLOB NOT NULL,
        ciphertext BLOB,
        UNIQUE (peer, id)
      ) STRICT;
      CREATE INDEX outbox_by_sequence ON outbox (peer, sequence);
      CREATE TABLE events (
        cursor INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        body BLOB NOT NULL
      ) STRICT;
      """),
    Migration(
      "mailboxes, deposits, receipts owed",
      """
      CREATE TABLE mailbox (
        sequence INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        owner BLOB NOT NULL,
        id TEXT NOT NULL,
        expires_at INTEGER NOT NULL,
        size INTEGER NOT NULL,
        withdrawal BLOB,
        sealed BLOB NOT NULL,
        UNIQUE (owner, id)
      ) STRICT;
      CREATE INDEX mailbox_by_owner ON mailbox (owner, sequence, size);
      CREATE INDEX mailbox_by_expiry ON mailbox (expires_at);
      ALTER TABLE outbox ADD COLUMN deposits BLOB;
      CREATE TABLE receipts_owed (
        peer BLOB NOT NULL,
        id BLOB NOT NULL,
        receipt BLOB NOT NULL,
        UNIQUE (peer, id)
      ) STRICT;
      """),
    Migration(
      "notes, drafts, lifetimes, unread messages",
      """
      ALTER TABLE messages ADD COLUMN expires_at INTEGER;
      ALTER TABLE messages ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX messages_by_expiry ON messages (expires_at) WHERE expires_at IS NOT NULL AND gone = 0;
      CREATE INDEX messages_unread ON messages (peer, position, sequence)
        WHERE direction = 1 AND state = 'delivered' AND gone = 0;
      ALTER TABLE outbox ADD COLUMN note BLOB;
      CREATE TABLE notes_known (
        number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        peer BLOB NOT NULL,
        id BLOB NOT NULL,
        UNIQUE (peer, id)
      ) STRICT;
      CREATE INDEX notes_known_by_peer ON notes_known (peer, number);
      CREATE TABLE notes_early (
        number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        peer BLOB NOT NULL,
        target BLOB NOT NULL,
        note BLOB NOT NULL
      ) STRICT;
      CREATE INDEX notes_early_by_target ON notes_early (peer, target, number);
      CREATE TABLE drafts (
        peer BLOB NOT NULL PRIMARY KEY,
        text BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      """),
    Migration(
      "files of messages",
      """
      CREATE TABLE files (
        id BLOB NOT NULL PRIMARY KEY,
        peer BLOB NOT NULL,
        direction INTEGER NOT NULL,
        message BLOB NOT NULL,
        state TEXT NOT NULL,
        size INTEGER NOT NULL,
        whole INTEGER NOT NULL,
        name BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX files_by_message ON files (peer, direction, message);
      CREATE INDEX files_fetched ON files (id) WHERE state = 'fetching';
      CREATE TABLE attachments (
        id BLOB NOT NULL UNIQUE,
        bytes BLOB NOT NULL
      ) STRICT;
      """),
  ]
}
