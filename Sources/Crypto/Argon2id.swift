import CSodium

/// Argon2id (RFC 9106) for passphrases.
package enum Argon2id {
  package static let saltCount = 16

  /// What one derivation costs. Stored beside what it protects, so that it can rise later.
  package struct Cost: Hashable, Sendable {
    /// Passes over the memory.
    package var passes: UInt32
    /// Memory in KiB.
    package var kibibytes: UInt32

    package init(passes: UInt32, kibibytes: UInt32) {
      self.passes = passes
      self.kibibytes = kibibytes
    }

    /// 256 MiB and three passes, about 0.4 s: a person opens a store once per start.
    package static let moderate = Cost(passes: 3, kibibytes: 256 * 1024)
    /// 8 KiB and one pass: for tests only, where the passphrase protects nothing.
    package static let minimal = Cost(passes: 1, kibibytes: 8)
    /// The most that a file may ask for, so that a damaged or hostile file cannot take the machine: 1 GiB, 16 passes.
    package static let ceiling = Cost(passes: 16, kibibytes: 1024 * 1024)
  }

  /// `count` bytes of key from a passphrase and a 16-byte salt.
  package static func derive(
    passphrase: SecretBytes, salt: [UInt8], cost: Cost, count: Int
  ) throws(CryptoError) -> SecretBytes {
    Sodium.start()
    guard salt.count == saltCount else { throw .wrongLength(expected: saltCount, actual: salt.count) }
    guard cost.passes >= 1, cost.kibibytes >= 8, cost.passes <= Cost.ceiling.passes,
      cost.kibibytes <= Cost.ceiling.kibibytes
    else { throw .passwordHashRefused }
    return try SecretBytes(count: count) { (target) throws(CryptoError) in
      let status = passphrase.withUnsafePointer { bytes in
        bytes.withMemoryRebound(to: CChar.self, capacity: passphrase.count) {
          crypto_pwhash(
            target, UInt64(count), $0, UInt64(passphrase.count), salt, UInt64(cost.passes),
            Int(cost.kibibytes) * 1024, crypto_pwhash_alg_argon2id13())
        }
      }
      guard status == 0 else { throw .passwordHashRefused }
    }
  }
}
