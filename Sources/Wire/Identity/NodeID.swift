import Bytes
import Crypto

/// A node's 256-bit identifier: SHA-256 of its Ed25519 signing key and its X25519 identity key. It is the key
/// under which the node's bundle is stored and a point of the Kademlia metric; 64 hexadecimal digits as text.
package struct NodeID: Hashable, Sendable {
  /// The identifier as four 64-bit words, the most significant first: distances are computed word by word.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  @inlinable package init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// From exactly 32 bytes, or nil.
  package init?(bytes: [UInt8]) { self.init(bytes: bytes[...]) }

  /// From exactly 32 bytes, or nil.
  package init?(bytes: ArraySlice<UInt8>) {
    var reader = ByteReader(bytes)
    do throws(ByteError) {
      words = (
        try reader.integer(UInt64.self), try reader.integer(UInt64.self), try reader.integer(UInt64.self),
        try reader.integer(UInt64.self)
      )
      try reader.finish()
    } catch {
      return nil
    }
  }

  /// From exactly 64 hexadecimal digits, or nil.
  package init?(hex: String) {
    var hex = hex
    guard let words = hex.withUTF8({ NodeID.words(ofHex: $0) }) else { return nil }
    self.words = words
  }

  /// Answers hold twenty identifiers as text: they are read and written without arrays in between.
  private static func words(ofHex digits: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64, UInt64, UInt64)? {
    guard digits.count == 64 else { return nil }
    func word(_ start: Int) -> UInt64? {
      var word: UInt64 = 0
      for index in start..<start + 16 {
        guard let nibble = Hex.value(digits[index]) else { return nil }
        word = word << 4 | UInt64(nibble)
      }
      return word
    }
    guard let first = word(0), let second = word(16), let third = word(32), let fourth = word(48) else {
      return nil
    }
    return (first, second, third, fourth)
  }

  /// The identifier of an identity: SHA-256(signing key ‖ identity key).
  package init(signingKey: [UInt8], dhKey: [UInt8]) {
    guard let id = NodeID(bytes: SHA256.hash(signingKey, dhKey)) else {
      preconditionFailure("SHA-256 yields 32 bytes")
    }
    self = id
  }

  /// The 32 bytes, most significant first.
  package var bytes: [UInt8] {
    var writer = ByteWriter(capacity: 32)
    writer.append(words.0)
    writer.append(words.1)
    writer.append(words.2)
    writer.append(words.3)
    return writer.bytes
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String {
    String(unsafeUninitializedCapacity: 64) { text in
      func write(_ word: UInt64, at start: Int) {
        for index in 0..<16 {
          text[start + index] = Hex.digit(UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * index)) & 15)
        }
      }
      write(words.0, at: 0)
      write(words.1, at: 16)
      write(words.2, at: 32)
      write(words.3, at: 48)
      return 64
    }
  }

  /// The first 32 hexadecimal digits: what the wire's `senderID` and the message associated data carry.
  package var peerID: String { String(hex.prefix(32)) }

  // Inlinable: tables and lookups compare identifiers all the time.
  @inlinable package static func == (a: NodeID, b: NodeID) -> Bool { a.words == b.words }

  @inlinable package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}

extension NodeID: Comparable {
  @inlinable package static func < (a: NodeID, b: NodeID) -> Bool { a.words < b.words }
}
