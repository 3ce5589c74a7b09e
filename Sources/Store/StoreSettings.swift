package import SQLite

/// The bounds of the store.
package struct StoreSettings: Sendable {
  package var database = DatabaseSettings()
  /// Room that is left alone for the node's own messages: below the smaller of the two, nothing is taken in for others.
  /// A share, so that a small disk is not refused; a ceiling, so that a large one is used.
  package var reserveShare = 0.05
  package var reserveBytes: Int64 = 64 << 20

  package init() {}
}
