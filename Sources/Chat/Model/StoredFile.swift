package import FileTransfer

/// A file of a message as the store knows it.
package struct StoredFile: Hashable, Sendable {
  /// Its name on this node; of a sent one that is fetched apart also its token.
  package let id: FileID
  package let key: MessageKey
  package var state: FileState
  /// Bytes.
  package let size: Int64
  /// Whether it came with the message, or went with it, and is in the store itself.
  package let isWhole: Bool

  package init(id: FileID, key: MessageKey, state: FileState, size: Int64, isWhole: Bool) {
    self.id = id
    self.key = key
    self.state = state
    self.size = size
    self.isWhole = isWhole
  }
}
