import Bytes
import World

/// Names for envelopes and deposits.
package enum RandomID {
  /// A random UUID (RFC 9562, version 4), in upper case.
  package static func uuid(using chance: inout some RandomNumberGenerator) -> String {
    var bytes = chance.bytes(16)
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = Array(Hex.encode(bytes).uppercased())
    let groups = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
    return groups.map { String($0) }.joined(separator: "-")
  }
}
