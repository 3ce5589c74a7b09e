import SQLite

/// The steps that made the schema what `Docs/spec/storage.md` says. A released step is never changed.
enum Schema {
  static let steps = [
    Migration(
      "meta, settings, events",
      """
      CREATE TABLE meta (
        name TEXT NOT NULL PRIMARY KEY,
        value BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE settings (
        name TEXT NOT NULL PRIMARY KEY,
        value BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE events (
        cursor INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        body BLOB NOT NULL
      ) STRICT;
      """)
  ]
}
