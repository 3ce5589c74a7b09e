/// How a group encrypts.
package enum GroupCryptoVersion: String, Codable, CaseIterable, Sendable {
  /// Sender keys.
  case skv2
  /// RFC 9420.
  case mls
}
