/// Why a cryptographic operation refused its input. The cases name no key and no plaintext, and an opened box
/// that fails says only that: which part was wrong is nobody's business.
package enum CryptoError: Error, Equatable {
  /// A box did not open: wrong key, wrong associated data, or changed bytes.
  case authenticationFailure
  /// A key, nonce, signature or salt has the wrong length.
  case wrongLength(expected: Int, actual: Int)
  /// A Diffie-Hellman public key of low order: the shared secret would be all zero (RFC 7748 §6.1).
  case lowOrderPublicKey
  /// An ML-KEM key with a coefficient out of range or a hash that does not fit (FIPS 203 §7.2, §7.3).
  case malformedKey
  /// A password hash asked for more memory or time than this machine or the ceiling allows.
  case passwordHashRefused
}
