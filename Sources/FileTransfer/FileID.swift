import Bytes

/// The name of a file on this node, and between two nodes its token: 16 random bytes.
package struct FileID: Hashable, Sendable, Comparable {
  package static let count = 16

  package let bytes: [UInt8]

  /// Nil unless there are 16.
  package init?(bytes: [UInt8]) {
    guard bytes.count == FileID.count else { return nil }
    self.bytes = bytes
  }

  package static func random(using chance: inout some RandomNumberGenerator) -> FileID {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var word: UInt64 = chance.next()
      for _ in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: word))
        word >>= 8
      }
    }
    return FileID(checked: bytes)
  }

  private init(checked bytes: [UInt8]) { self.bytes = bytes }

  /// Nil unless it is what `hex` gives.
  package init?(hex: String) {
    guard let bytes = Hex.decode(hex) else { return nil }
    self.init(bytes: bytes)
  }

  package var hex: String { Hex.encode(bytes) }

  package static func < (a: FileID, b: FileID) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}
