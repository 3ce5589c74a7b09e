import Crypto

extension SecretBytes {
  /// Lends a plain copy for the length of `body` and zeroes it; `body` must not keep it.
  func withPlainCopy<T, Failure: Error>(_ body: ([UInt8]) throws(Failure) -> T) throws(Failure) -> T {
    var plain = exposed
    defer { plain.withUnsafeMutableBytes { wipe($0) } }
    return try body(plain)
  }
}
