import Crypto
import FileTransfer
import Store

/// Looks through what is there of a file; slow, and so run beside the loop.
struct FileCheck: Sendable {
  let shelf: FileShelf
  let id: FileID
  let offer: FileOffer

  /// How many chunks from the first on are there and open. What is behind them is cut off.
  func soundChunks() throws(FileError) -> Int {
    let (layout, cipher) = (offer.layout, offer.cipher)
    let there = layout.wholeChunks(in: try shelf.size(of: id))
    var sound = 0
    while sound < there {
      let sealed = try shelf.read(
        layout.sealedLength(of: sound), at: layout.sealedOffset(of: sound), of: id)
      guard let sealed, (try? cipher.open(sealed, index: sound)) != nil else { break }
      sound += 1
    }
    try shelf.cut(id, to: sound == layout.chunkCount ? layout.sealedSize : layout.sealedOffset(of: sound))
    return sound
  }

  /// Whether all chunks open, and are on the disk.
  func settle() throws(FileError) -> Bool {
    guard try soundChunks() == offer.layout.chunkCount else { return false }
    try shelf.flush(id)
    return true
  }
}
