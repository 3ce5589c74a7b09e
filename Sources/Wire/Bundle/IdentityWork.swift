import Bytes
import Crypto

/// A proof that making an identity cost something: a nonce with which SHA-256 over a label, the node ID and the nonce
/// begins with many zero bits (Back 2002). Identifiers themselves cost one hash, so that whoever wants many near a
/// key has them for nothing; with work each costs 2^bits hashes. Contacts with work are preferred.
package enum IdentityWork {
  private static let label = Array("SophaxNode_IdentityWork_v1".utf8)

  /// How many leading zero bits a nonce has for an identity.
  package static func bits(of nonce: UInt32, for nodeID: NodeID) -> Int {
    var writer = ByteWriter(capacity: 4)
    writer.append(nonce)
    var bits = 0
    for byte in SHA256.hash(label, nodeID.bytes, writer.bytes) {
      bits += byte.leadingZeroBitCount
      if byte != 0 { break }
    }
    return bits
  }

  /// Tries so many nonces from `first` on, for a caller that does this in slices; nil when none is good enough.
  package static func search(_ nodeID: NodeID, bits: Int, from first: UInt32, attempts: Int) -> UInt32? {
    var nonce = first
    for _ in 0..<attempts {
      if self.bits(of: nonce, for: nodeID) >= bits { return nonce }
      guard nonce < .max else { return nil }
      nonce += 1
    }
    return nil
  }
}
