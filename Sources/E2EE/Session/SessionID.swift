import Bytes
import Crypto

/// Names a session on both sides: the first 16 bytes of the SHA-256 of the initiator's ephemeral key.
package struct SessionID: Hashable, Sendable {
  package static let count = 16

  package let bytes: [UInt8]

  init(ephemeralKey: [UInt8]) { bytes = Array(SHA256.hash(ephemeralKey).prefix(SessionID.count)) }

  /// From exactly 16 bytes, or nil.
  package init?(bytes: [UInt8]) {
    guard bytes.count == SessionID.count else { return nil }
    self.bytes = bytes
  }

  /// 32 hexadecimal digits.
  package var hex: String { Hex.encode(bytes) }
}
