/// The extent of a terminal in cells.
package struct Size: Hashable, Sendable {
  /// Each at least one: a terminal that says 0 has not said anything.
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = min(max(1, columns), Settings.maximumSide)
    self.rows = min(max(1, rows), Settings.maximumSide)
  }
}
