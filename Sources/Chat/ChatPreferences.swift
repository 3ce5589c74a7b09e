/// What the node's owner wants for all contacts that nothing else was decided for.
package struct ChatPreferences: Hashable, Sendable {
  /// Whether contacts are told what was read.
  package var sendsReceipts: Bool
  /// Whether contacts are told that the user writes.
  package var sendsTyping: Bool

  package init(sendsReceipts: Bool = true, sendsTyping: Bool = true) {
    self.sendsReceipts = sendsReceipts
    self.sendsTyping = sendsTyping
  }
}
