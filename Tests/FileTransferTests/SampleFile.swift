import Crypto
import FileTransfer
import Wire
import World

/// A file with its sealed chunks and its tree, as its sender has it.
struct SampleFile {
  let bytes: [UInt8]
  let offer: FileOffer
  let sealed: [[UInt8]]
  let tree: ChunkTree

  init?(size: Int, chunkSize: Int64 = 4096, seed: UInt64) {
    var chance = SeededRandom(seed: seed)
    let bytes = chance.bytes(size)
    let token = FileID.random(using: &chance)
    let key = SecretBytes.random(32, using: &chance)
    guard let layout = FileLayout(size: Int64(size), chunkSize: chunkSize) else { return nil }
    let cipher = ChunkCipher(token: token, key: key, layout: layout)
    let sealed = (0..<layout.chunkCount).map { index in
      let start = index * Int(chunkSize)
      return cipher.seal(Array(bytes[start..<start + layout.length(of: index)]), index: index)
    }
    guard let tree = ChunkTree(leaves: sealed.map { ChunkTree.leaf($0) }),
      let offer = FileOffer(token: token, key: key, layout: layout, root: tree.root)
    else { return nil }
    (self.bytes, self.offer, self.sealed, self.tree) = (bytes, offer, sealed, tree)
  }

  func frame(_ index: Int) -> FileFrame {
    .chunk(token: offer.token.bytes, index: UInt32(index), path: tree.path(of: index), sealed: sealed[index])
  }
}
