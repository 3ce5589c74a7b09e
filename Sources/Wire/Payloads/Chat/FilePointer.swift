/// `MessageContent.file`, our extension: the key to an attachment that is too large for a frame, and what its bytes must
/// be. The bytes themselves are fetched in `FileFrame`s.
package struct FilePointer: Codable, Hashable, Sendable {
  /// 16 random bytes that name the file between the two.
  package var token: Base64Data
  /// 32 bytes, for this file and this receiver alone.
  package var key: Base64Data
  /// Bytes of the file.
  package var size: Int64
  /// Bytes of each chunk but the last.
  package var chunkSize: Int64
  /// The root of the hash tree over the encrypted chunks.
  package var root: Base64Data

  package init(token: Base64Data, key: Base64Data, size: Int64, chunkSize: Int64, root: Base64Data) {
    self.token = token
    self.key = key
    self.size = size
    self.chunkSize = chunkSize
    self.root = root
  }
}
