/// What the node's owner wants: for all contacts that nothing else was decided for, and of the history.
package struct ChatPreferences: Hashable, Sendable {
  /// Whether contacts are told what was read.
  package var sendsReceipts: Bool
  /// Whether contacts are told that the user writes.
  package var sendsTyping: Bool

  /// For how long messages are kept; nil: for ever.
  package var retention: Duration?

  package init(sendsReceipts: Bool = true, sendsTyping: Bool = true, retention: Duration? = nil) {
    self.sendsReceipts = sendsReceipts
    self.sendsTyping = sendsTyping
    self.retention = retention
  }
}
