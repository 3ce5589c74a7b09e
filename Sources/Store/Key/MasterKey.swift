package import Crypto
import Glibc

/// The key that all keys of the store are derived from: 32 random bytes that change only with the store.
package struct MasterKey: Equatable, Sendable {
  static let count = 32

  let secret: SecretBytes

  package static func random() -> MasterKey { MasterKey(secret: .random(count)) }

  /// The key for one purpose.
  func derived(_ purpose: String) -> SecretBytes {
    HKDFSHA256.derive(inputKey: secret, salt: [], info: Array("sophax store v1 \(purpose)".utf8), count: 32)
  }
}

extension Vault {
  /// Keeps the master key, wrapped, in place of what was kept before: after a crash at any moment the file is the old
  /// one or the new one. Changing the passphrase is this with the same master key.
  package func keep(
    _ master: MasterKey, for unlock: UnlockKey, cost: Argon2id.Cost = .moderate
  ) throws(KeyError) {
    let slot = try Keyslot(wrapping: master, with: unlock, cost: cost)
    try KeyError.wrapping { () throws(FileError) in
      try AtomicFile.write(slot.bytes, to: Self.keyslotName, in: path)
    }
    noteFinished()
  }

  /// The keyslot, for asking how it is unlocked.
  package func keyslot() throws(KeyError) -> Keyslot { try Self.keyslot(in: path) }

  /// The keyslot of a directory that need not be held: looking at it changes nothing.
  package static func keyslot(in directory: String) throws(KeyError) -> Keyslot {
    let bytes: [UInt8]
    do throws(FileError) {
      // One byte more than a slot has, so that a longer file is seen to be one.
      bytes = try SystemFile(directory + "/" + keyslotName, O_RDONLY).read(limit: Keyslot.count + 1)
    } catch {
      throw .unreadable(error)
    }
    return try Keyslot(bytes: bytes)
  }

  /// The master key of this vault.
  package func masterKey(with unlock: UnlockKey) throws(KeyError) -> MasterKey {
    try keyslot().open(with: unlock)
  }
}
