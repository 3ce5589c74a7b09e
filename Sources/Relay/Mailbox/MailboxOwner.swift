package import Wire

/// Whose mailbox it is: the first 128 bits of a node ID. The wire names owners by 32 or 64 digits, and both are the
/// same mailbox; 16 digits are too few, since another key with the same beginning can be searched for.
package struct MailboxOwner: Hashable, Sendable {
  package let high: UInt64
  package let low: UInt64

  package init(_ node: NodeID) { (high, low) = (node.words.0, node.words.1) }

  /// From 32 or 64 lower-case hexadecimal digits, or nil.
  package init?(_ text: String) {
    guard text.utf8.count == 32 || text.utf8.count == 64, let prefix = PeerPrefix(text), prefix.hex == text else {
      return nil
    }
    self.init(prefix.lowestNodeID)
  }

  /// Its 16 bytes.
  package var bytes: [UInt8] { Array(NodeID(words: (high, low, 0, 0)).bytes.prefix(16)) }

  /// As notes name it: 32 digits.
  package var text: String { NodeID(words: (high, low, 0, 0)).peerID }
}
