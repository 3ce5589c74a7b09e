import CCrypto
import CSodium

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
  /// The 32-byte digest of the parts one behind the other.
  package static func hash(_ parts: [UInt8]...) -> [UInt8] { Digest.sha256.hash(parts) }
}

/// SHA-512 (FIPS 180-4).
package enum SHA512 {
  /// The 64-byte digest of the parts one behind the other.
  package static func hash(_ parts: [UInt8]...) -> [UInt8] { Digest.sha512.hash(parts) }
}

/// SHA3-256 (FIPS 202).
package enum SHA3_256 {
  /// The 32-byte digest of the parts one behind the other.
  package static func hash(_ parts: [UInt8]...) -> [UInt8] { Digest.sha3.hash(parts) }
}

/// One of libcrypto's hash functions, fetched once: a fetch costs as much as a short hash. libcrypto rather than
/// libsodium because it uses the processor's SHA instructions.
private struct Digest: @unchecked Sendable {
  // Unchecked: an EVP_MD is immutable and reference counted inside libcrypto.
  private let function: OpaquePointer
  private let size: Int

  static let sha256 = Digest("SHA2-256")
  static let sha512 = Digest("SHA2-512")
  static let sha3 = Digest("SHA3-256")

  private init(_ name: String) {
    guard let function = EVP_MD_fetch(nil, name, nil) else { preconditionFailure("libcrypto lacks \(name)") }
    self.function = function
    size = Int(EVP_MD_get_size(function))
  }

  func hash(_ parts: [[UInt8]]) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { preconditionFailure("out of memory for a hash state") }
    defer { EVP_MD_CTX_free(context) }
    var digest = [UInt8](repeating: 0, count: size)
    var written: UInt32 = 0
    var ok = EVP_DigestInit_ex2(context, function, nil)
    for part in parts { ok &= EVP_DigestUpdate(context, part, part.count) }
    ok &= EVP_DigestFinal_ex(context, &digest, &written)
    precondition(ok == 1 && Int(written) == size, "libcrypto failed to hash")
    return digest
  }
}
