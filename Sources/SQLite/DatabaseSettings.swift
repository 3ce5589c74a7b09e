/// The bounds of the driver.
package struct DatabaseSettings: Sendable {
  /// How long a statement waits for another process's lock. The store's own lock keeps others out, so this only
  /// covers a backup tool that reads the file for a moment.
  package var busyTimeout: Duration = .milliseconds(5000)
  /// Prepared statements kept. The program has about a hundred distinct texts; more would be a text built at run
  /// time, which is then prepared anew each time.
  package var cachedStatements = 256
  /// How far the write-ahead log grows before a commit copies it back: 1000 pages of 4 KiB, SQLite's default.
  package var checkpointPages = 1000
  /// The most pages the file may have; nil for SQLite's own limit. Tests make a full disk with it.
  package var pageLimit: Int?

  package init() {}
}
