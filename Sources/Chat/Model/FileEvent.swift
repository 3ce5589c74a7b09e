/// What may move a file from one state to another. Docs/spec/files.md has the table, which a test compares.
package enum FileEvent: String, Sendable, CaseIterable {
  /// Of one that goes with its message: the message has its receipt.
  case arrived
  /// The peer refused the message that brings it.
  case refused
  /// All of it is where it is to be.
  case fetched
  /// The peer's user does not want it.
  case declined
  /// The peer's user wants it after all: told, or seen by what is asked for.
  case wanted
  /// Its sender has the bytes no more.
  case lost
  /// What was fetched does not open.
  case damaged
  /// The user of this node gave it up: the file, its message, or the peer.
  case cancelled
  /// The user sends a message once more that was given up.
  case retried
  /// The user wants it.
  case accepted
  /// The peer has taken it back.
  case withdrawn
  /// The peer offers it again.
  case offered
}
