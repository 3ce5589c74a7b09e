import Crypto

/// The 60 digits by which people compare an identity over another channel. It is of one identity, so the owner's
/// screen and every contact's show the same.
package struct SafetyNumber: Hashable, Sendable {
  /// Twelve groups of five.
  package static let digitCount = 60

  /// Twelve groups of five decimal digits.
  package let groups: [String]

  /// SHA-512(signing key ‖ identity key), cut into twelve big-endian numbers of five bytes, each modulo 100,000.
  package init(signingKey: [UInt8], dhKey: [UInt8]) {
    let hash = SHA512.hash(signingKey, dhKey)
    groups = stride(from: 0, to: 60, by: 5).map { start in
      let value = hash[start..<start + 5].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let digits = String(value % 100_000)
      return String(repeating: "0", count: 5 - digits.count) + digits
    }
  }

  /// The groups, a space between each.
  package var text: String { groups.joined(separator: " ") }
}
