import Crypto

/// Which signatures were found to hold, so that the same bytes are checked once however often they come: the owner of a
/// bundle signs its prekey for a week and publishes it twice a day, and every holder that a lookup asks serves the same
/// record. Only what holds is remembered, by SHA-256 over key, signature and what is signed, so nothing that is found
/// here could have failed; whoever wants to push out what others need has to sign for it.
///
/// Signatures hold or do not, whoever asks: those that share one answer as each would with its own.
package final class ProvenSignatures {
  private struct Key: Hashable {
    private let words: SIMD4<UInt64>

    init(_ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]) {
      // Two parts have a fixed length, so the bytes say where each ends.
      words = SHA256.hash(publicKey, signature, message).withUnsafeBytes {
        $0.loadUnaligned(as: SIMD4<UInt64>.self)
      }
    }
  }

  /// Signatures that had to be checked so far.
  package private(set) var checks = 0
  private let capacity: Int
  /// Those used since the last time that so many were, and those of the time before.
  private var (recent, older): (Set<Key>, Set<Key>) = ([], [])

  /// - Parameter capacity: how many are remembered for certain; at most twice as many are.
  package init(capacity: Int) { self.capacity = capacity }

  /// Whether a signature holds; checked only when it is not known to.
  func isValid(_ signature: [UInt8], for message: [UInt8], publicKey: [UInt8]) -> Bool {
    guard signature.count == Ed25519.signatureCount, publicKey.count == Ed25519.publicKeyCount else { return false }
    let key = Key(signature, message, publicKey)
    if recent.contains(key) { return true }
    if !older.contains(key) {
      checks += 1
      guard Ed25519.isValid(signature, for: message, publicKey: publicKey) else { return false }
    }
    if recent.count >= capacity { (recent, older) = ([], recent) }
    recent.insert(key)
    return true
  }
}
