import Bytes
import Crypto
import Wire
import World

/// Reads what `SecretWriter` wrote, every read checked; keys stay inside secrets.
struct SecretReader {
  private let bytes: SecretBytes
  private var at = 0

  init(_ bytes: SecretBytes) { self.bytes = bytes }

  mutating func secret(_ count: Int) throws(StateError) -> SecretBytes {
    guard count >= 0, count <= bytes.count - at else {
      throw .malformed(.truncated(needed: count, left: bytes.count - at))
    }
    defer { at += count }
    return bytes[at..<at + count]
  }

  mutating func plain(_ count: Int) throws(StateError) -> [UInt8] { try secret(count).exposed }

  mutating func integer<T: FixedWidthInteger & UnsignedInteger>(_: T.Type = T.self) throws(StateError) -> T {
    var value: T = 0
    for byte in try plain(T.bitWidth / 8) { value = value << 8 | T(byte) }
    return value
  }

  mutating func lengthPrefixed(limit: Int) throws(StateError) -> SecretBytes {
    let length = Int(try integer(UInt32.self))
    guard length <= limit else { throw .malformed(.tooLong(length: length, limit: limit)) }
    return try secret(length)
  }

  /// A count of at most `limit`.
  mutating func count(limit: Int) throws(StateError) -> Int {
    let count = Int(try integer(UInt16.self))
    guard count <= limit else { throw .malformed(.tooLong(length: count, limit: limit)) }
    return count
  }

  mutating func flag() throws(StateError) -> Bool {
    switch try integer(UInt8.self) {
    case 0: false
    case 1: true
    default: throw .impossible("flag")
    }
  }

  mutating func timestamp() throws(StateError) -> Timestamp {
    Timestamp(milliseconds: Int64(bitPattern: try integer(UInt64.self)))
  }

  mutating func version(_ known: UInt8) throws(StateError) { _ = try version(in: known...known) }

  /// Which of the known versions it is.
  mutating func version(in known: ClosedRange<UInt8>) throws(StateError) -> UInt8 {
    let found = try integer(UInt8.self)
    guard known.contains(found) else { throw .unknownVersion(found) }
    return found
  }

  func finish() throws(StateError) {
    guard at == bytes.count else { throw .malformed(.trailing(bytes.count - at)) }
  }
}

extension SecretReader {
  mutating func privateKey() throws(StateError) -> X25519.PrivateKey {
    let bytes = try secret(X25519.keyCount)
    guard let key = try? X25519.PrivateKey(rawBytes: bytes) else { throw .impossible("private key") }
    return key
  }

  mutating func nodeID() throws(StateError) -> NodeID {
    guard let id = NodeID(bytes: try plain(32)) else { throw .impossible("node ID") }
    return id
  }
}
