/// How something is looked up.
package struct LookupOptions: Hashable, Sendable {
  /// Paths that share no node: what one liar says leads only one of them astray. 1 is the fastest.
  package var paths = 1
  /// Whether the outcome tells who was asked, and what came of it.
  package var isTraced = false
  /// Whether the daemon asks under a one-use identity on circuits of its own, so that live links are of no use.
  package var isGuest = false
  /// Whether a lookup of one identifier hears all k although enough agree.
  package var isThorough = false

  package init(paths: Int = 1, isTraced: Bool = false, isGuest: Bool = false, isThorough: Bool = false) {
    self.paths = paths
    self.isTraced = isTraced
    self.isGuest = isGuest
    self.isThorough = isThorough
  }
}
