import Bytes
import Crypto

/// A node's 256-bit identifier: SHA-256 of its Ed25519 signing key and its X25519 identity key. It is the key
/// under which the node's bundle is stored and a point of the Kademlia metric; 64 hexadecimal digits as text.
package struct NodeID: Hashable, Sendable {
  /// The identifier as four 64-bit words, the most significant first: distances are computed word by word.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  package init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

  /// From exactly 32 bytes, or nil.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var words: [UInt64] = [0, 0, 0, 0]
    for (index, byte) in bytes.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
    self.words = (words[0], words[1], words[2], words[3])
  }

  /// From exactly 64 hexadecimal digits, or nil.
  package init?(hex: String) {
    guard hex.utf8.count == 64, let bytes = Hex.decode(hex) else { return nil }
    self.init(bytes: bytes)
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
  package var hex: String { Hex.encode(bytes) }

  /// The first 32 hexadecimal digits: what the wire's `senderID` and the message associated data carry.
  package var peerID: String { String(hex.prefix(32)) }

  package static func == (a: NodeID, b: NodeID) -> Bool { a.words == b.words }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }
}

extension NodeID: Comparable {
  package static func < (a: NodeID, b: NodeID) -> Bool { a.words < b.words }
}
