import Crypto
import FileTransfer

/// A file that a client hands over: sealed chunk by chunk as it comes.
struct StagedFile {
  let layout: FileLayout
  let key: SecretBytes
  let cipher: ChunkCipher
  let owner: ObjectIdentifier
  private(set) var written: Int64 = 0
  private(set) var leaves: [[UInt8]] = []
  private var rest: [UInt8] = []
  /// Whether it is being sent, and takes no more bytes.
  var isSent = false

  init(_ id: FileID, _ layout: FileLayout, owner: ObjectIdentifier) {
    self.layout = layout
    self.owner = owner
    key = SecretBytes.random(AES256GCM.keyCount)
    cipher = ChunkCipher(token: id, key: key, layout: layout)
  }

  var isWhole: Bool { written == layout.size }

  /// Takes bytes, of which there are no more than are missing.
  /// - Returns: the chunks that they complete, by index.
  mutating func take(_ bytes: [UInt8]) -> [(index: Int, sealed: [UInt8])] {
    written += Int64(bytes.count)
    rest += bytes
    var chunks: [(Int, [UInt8])] = []
    var at = 0
    while leaves.count < layout.chunkCount, rest.count - at >= layout.length(of: leaves.count) {
      let index = leaves.count
      let sealed = cipher.seal(Array(rest[at..<at + layout.length(of: index)]), index: index)
      at += layout.length(of: index)
      leaves.append(ChunkTree.leaf(sealed))
      chunks.append((index, sealed))
    }
    rest.removeFirst(at)
    return chunks
  }
}
