/// Where a file stands. Docs/spec/files.md states what moves it from one to the next.
package enum FileState: String, Sendable, CaseIterable {
  /// Of a sent one: the peer has not all of it. Of a received one: it waits for the user.
  case offered
  /// A received one that the user wants, and that is not all here.
  case fetching
  /// All of it is where it is to be.
  case complete
  /// The receiver's user does not want it, or not any more.
  case declined
  /// The sender's user has taken it back.
  case withdrawn
  /// The sender has it no more.
  case gone
  /// What was fetched does not open: the sender sealed something else than it said, or the disk changed it.
  case damaged
}
