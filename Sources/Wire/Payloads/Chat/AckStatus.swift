/// What became of a message.
package enum AckStatus: String, Codable, CaseIterable, Sendable {
  /// Decrypted and stored.
  case delivered
  case failed
}
