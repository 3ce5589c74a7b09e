package import Crypto

/// What the sender of a file has told its receiver inside the ratchet: all that is needed to fetch and open it.
package struct FileOffer: Hashable, Sendable {
  package let token: FileID
  /// For this file and this receiver alone.
  package let key: SecretBytes
  package let layout: FileLayout
  /// The root of the hash tree over the sealed chunks.
  package let root: [UInt8]

  /// Nil when a length is wrong.
  package init?(token: FileID, key: SecretBytes, layout: FileLayout, root: [UInt8]) {
    guard key.count == AES256GCM.keyCount, root.count == ChunkTree.hashCount else { return nil }
    self.token = token
    self.key = key
    self.layout = layout
    self.root = root
  }

  package var cipher: ChunkCipher { ChunkCipher(token: token, key: key, layout: layout) }
}
