import SQLite
package import World

/// What happened, for readers that come back and go on where they stopped.
extension NodeStore {
  /// One event as it is kept; what the body means is the writer's business.
  package struct StoredEvent: Equatable, Sendable {
    /// Grows by one with each event; a number is never used again, also after its event is gone.
    package let cursor: Int64
    package let at: Timestamp
    package let body: [UInt8]
  }

  /// Appends an event and drops the oldest beyond the bound.
  ///
  /// - Returns: its cursor.
  @discardableResult
  package func appendEvent(_ body: [UInt8], at time: Timestamp) throws(StoreError) -> Int64 {
    let cursor = try lastEventCursor() + 1
    try write(
      "INSERT INTO events (cursor, at, body) VALUES (?, ?, ?)",
      [.integer(cursor), .integer(time.milliseconds), .blob(cipher.seal(body, at: eventPlace(cursor)))])
    try write("DELETE FROM events WHERE cursor <= ?", [.integer(cursor - Int64(settings.events))])
    return cursor
  }

  /// The cursor of the newest event ever appended; 0 before the first.
  package func lastEventCursor() throws(StoreError) -> Int64 {
    try number("SELECT seq FROM sqlite_sequence WHERE name = 'events'")
  }

  /// The cursor of the oldest event that is still kept, or nil when there is none.
  package func oldestEventCursor() throws(StoreError) -> Int64? {
    try first("SELECT cursor FROM events ORDER BY cursor LIMIT 1") { $0.integer(0) }
  }

  /// The events after a cursor, oldest first.
  package func events(after cursor: Int64, limit: Int) throws(StoreError) -> [StoredEvent] {
    try query(
      "SELECT cursor, at, body FROM events WHERE cursor > ? ORDER BY cursor LIMIT ?",
      [.integer(cursor), .integer(Int64(limit))]
    ) { (row) throws(StoreError) in
      let cursor = row.integer(0)
      return StoredEvent(
        cursor: cursor, at: Timestamp(milliseconds: row.integer(1)),
        body: try cipher.open(row.blob(2), at: eventPlace(cursor)))
    }
  }

  private func eventPlace(_ cursor: Int64) -> ColumnCipher.Place { .init("events", "body", row: cursor) }
}
