/// What the node's owner wants: for all contacts that nothing else was decided for, and of the history.
package struct ChatPreferences: Hashable, Sendable {
  /// Whether contacts are told what was read.
  package var sendsReceipts: Bool
  /// Whether contacts are told that the user writes.
  package var sendsTyping: Bool

  /// For how long messages are kept; nil: for ever.
  package var retention: Duration?
  /// Files of contacts up to so many bytes are fetched without asking.
  package var fetchedUnasked: Int64
  /// Bytes of files that are kept of one contact.
  package var fileQuota: Int64

  package init(
    sendsReceipts: Bool = true, sendsTyping: Bool = true, retention: Duration? = nil,
    fetchedUnasked: Int64 = 10 << 20, fileQuota: Int64 = 1024 << 20
  ) {
    self.sendsReceipts = sendsReceipts
    self.sendsTyping = sendsTyping
    self.retention = retention
    self.fetchedUnasked = fetchedUnasked
    self.fileQuota = fileQuota
  }
}
