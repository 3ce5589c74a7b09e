import Crypto

/// How a file of some size is cut into chunks. A chunk is sealed by itself, and lies at rest as it travels.
package struct FileLayout: Hashable, Sendable {
  /// The largest file: what the conversation promises, and what a slow circuit carries in an hour.
  package static let maximumSize: Int64 = 100 << 20
  /// Bytes of a chunk of ours: of these a message waits for one at most before it leaves, and 0.2 % are what frames add.
  package static let ownChunkSize: Int64 = 64 << 10
  /// What is taken from others: smaller ones would only cost, larger ones would hold messages up.
  package static let chunkSizes: ClosedRange<Int64> = 4096...(256 << 10)

  /// Bytes of the file.
  package let size: Int64
  package let chunkSize: Int64

  /// Nil when the size or that of the chunks is out of bounds.
  package init?(size: Int64, chunkSize: Int64 = FileLayout.ownChunkSize) {
    guard (1...FileLayout.maximumSize).contains(size), FileLayout.chunkSizes.contains(chunkSize) else { return nil }
    self.size = size
    self.chunkSize = chunkSize
  }

  /// Of a file without bytes: it has no chunks, and goes with its message, since there is nothing to fetch.
  package static let empty = FileLayout()

  private init() {
    size = 0
    chunkSize = FileLayout.ownChunkSize
  }

  package var chunkCount: Int { Int((size + chunkSize - 1) / chunkSize) }

  /// Bytes of a chunk before it is sealed; 0 for one that the file does not have.
  package func length(of index: Int) -> Int {
    guard (0..<chunkCount).contains(index) else { return 0 }
    return Int(min(chunkSize, size - Int64(index) * chunkSize))
  }

  /// Bytes of a sealed chunk.
  package func sealedLength(of index: Int) -> Int { length(of: index) + AES256GCM.overhead }

  /// Where a sealed chunk begins among all.
  package func sealedOffset(of index: Int) -> Int64 { Int64(index) * (chunkSize + Int64(AES256GCM.overhead)) }

  /// Bytes of all sealed chunks.
  package var sealedSize: Int64 { size + Int64(chunkCount) * Int64(AES256GCM.overhead) }

  /// How many whole chunks are in the first `sealed` bytes of all.
  package func wholeChunks(in sealed: Int64) -> Int {
    if sealed >= sealedSize { return chunkCount }
    return Int(max(0, sealed) / (chunkSize + Int64(AES256GCM.overhead)))
  }
}
