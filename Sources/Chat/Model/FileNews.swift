/// What one side tells the other of a file that is fetched apart.
package enum FileNews: String, Sendable, CaseIterable {
  /// The receiver has all of it.
  case fetched
  /// The receiver's user does not want it.
  case declined
  /// The receiver's user wants it after all.
  case wanted
  /// The sender's user has taken it back.
  case withdrawn
  /// The sender's user offers it again.
  case offered
}
