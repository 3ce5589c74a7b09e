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
    guard let first = Hex.word(digits, at: 0), let second = Hex.word(digits, at: 16),
      let third = Hex.word(digits, at: 32), let fourth = Hex.word(digits, at: 48)
    else { return nil }
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
    let words = (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian)
    return withUnsafeBytes(of: words, Array.init)
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String {
    String(unsafeUninitializedCapacity: NodeID.digits) { text in
      writeHex(to: text)
      return NodeID.digits
    }
  }

  /// The number of hexadecimal digits.
  static let digits = 64

  /// Writes the 64 digits to where there is room for them.
  func writeHex(to text: UnsafeMutableBufferPointer<UInt8>) {
    Hex.write(words.0, to: text, at: 0)
    Hex.write(words.1, to: text, at: 16)
    Hex.write(words.2, to: text, at: 32)
    Hex.write(words.3, to: text, at: 48)
  }

  /// Whether the digits begin so; asked of the sender of every message.
  func begins(with text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NodeID.digits) { digits in
        writeHex(to: digits)
        return digits.starts(with: text)
      }
    }
  }

  /// The first 32 hexadecimal digits: what the wire's `senderID` and the message associated data carry.
  package var peerID: String {
    String(unsafeUninitializedCapacity: 32) { text in
      Hex.write(words.0, to: text, at: 0)
      Hex.write(words.1, to: text, at: 16)
      return 32
    }
  }

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
