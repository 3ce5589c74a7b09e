/// The encryption inside ML-KEM (FIPS 203 §5), for rank 3. Not secure by itself against chosen ciphertexts.
enum KPKE {
  static let publicKeyCount = 3 * PolynomialVector.encodedCount + 32
  static let secretKeyCount = 3 * PolynomialVector.encodedCount
  static let ciphertextCount = 3 * PolynomialVector.compressed10Count + PolynomialVector.compressed4Count

  /// t̂ and Â, ready for use: Â costs more to make than an encryption.
  struct PublicKey: Sendable {
    fileprivate let vector: PolynomialVector
    fileprivate let matrix: PolynomialVector

    /// Reads t̂ ‖ ρ, 1,184 bytes; nil when a coefficient is not below q.
    init?(_ bytes: UnsafePointer<UInt8>) {
      vector = PolynomialVector(count: 3)
      guard vector.decode(bytes) else { return nil }
      matrix = PolynomialVector.matrix(seed: bytes + secretKeyCount)
    }

    fileprivate init(vector: PolynomialVector, matrix: PolynomialVector) {
      self.vector = vector
      self.matrix = matrix
    }
  }

  /// ŝ, ready for use.
  struct SecretKey: Sendable {
    fileprivate let vector: PolynomialVector

    /// Reads 1,152 bytes; nil when a coefficient is not below q.
    init?(_ bytes: UnsafePointer<UInt8>) {
      vector = PolynomialVector(count: 3)
      guard vector.decode(bytes) else { return nil }
      vector.center()
    }

    fileprivate init(vector: PolynomialVector) { self.vector = vector }

    /// Writes 1,152 bytes.
    func encode(to target: UnsafeMutablePointer<UInt8>) { vector.encode(to: target) }
  }

  /// K-PKE.KeyGen of a 32-byte seed; writes the public key's 1,184 bytes.
  static func generate(
    seed: UnsafePointer<UInt8>, publicKey target: UnsafeMutablePointer<UInt8>
  ) -> (PublicKey, SecretKey) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
      guard let seeds = buffer.baseAddress else { preconditionFailure("64 bytes have an address") }
      defer { wipe(UnsafeMutableRawBufferPointer(buffer)) }
      var sponge = Sponge(.sha3x512)
      sponge.absorb(seed, count: 32)
      sponge.absorb(3)
      sponge.squeeze(seeds, count: 64)

      let matrix = PolynomialVector.matrix(seed: seeds)
      let noise = PolynomialVector(count: 3)
      let secret = PolynomialVector(count: 3)
      secret.sampleNoise(seed: seeds + 32, nonce: 0)
      noise.sampleNoise(seed: seeds + 32, nonce: 3)
      secret.transform()
      noise.transform()

      let vector = PolynomialVector(count: 3)
      for row in 0..<3 { vector.setProduct(row, of: matrix, first: 3 * row, step: 1, with: secret) }
      vector.scale()
      vector.add(noise)
      vector.center()
      vector.encode(to: target)
      (target + secretKeyCount).update(from: seeds, count: 32)
      return (PublicKey(vector: vector, matrix: matrix), SecretKey(vector: secret))
    }
  }

  /// K-PKE.Encrypt of a 32-byte message with 32 bytes of randomness; writes 1,088 bytes.
  static func encrypt(
    _ message: UnsafePointer<UInt8>, to key: PublicKey, randomness: UnsafePointer<UInt8>,
    ciphertext target: UnsafeMutablePointer<UInt8>
  ) {
    let secret = PolynomialVector(count: 3)
    let noise = PolynomialVector(count: 3)
    let lastNoise = PolynomialVector(count: 1)
    secret.sampleNoise(seed: randomness, nonce: 0)
    noise.sampleNoise(seed: randomness, nonce: 3)
    lastNoise.sampleNoise(seed: randomness, nonce: 6)
    secret.transform()

    let u = PolynomialVector(count: 3)
    for column in 0..<3 { u.setProduct(column, of: key.matrix, first: column, step: 3, with: secret) }
    u.transformBack()
    u.add(noise)
    u.center()
    u.compress10(to: target)

    let v = PolynomialVector(count: 1)
    v.setProduct(0, of: key.vector, first: 0, step: 1, with: secret)
    v.transformBack()
    v.add(lastNoise)
    v.addMessage(message)
    v.center()
    v.compress4(to: target + 3 * PolynomialVector.compressed10Count)
  }

  /// K-PKE.Decrypt of 1,088 bytes; writes the 32-byte message.
  static func decrypt(
    _ ciphertext: UnsafePointer<UInt8>, with key: SecretKey, message target: UnsafeMutablePointer<UInt8>
  ) {
    let u = PolynomialVector(count: 3)
    u.decompress10(ciphertext)
    u.transform()
    let v = PolynomialVector(count: 1)
    v.decompress4(ciphertext + 3 * PolynomialVector.compressed10Count)

    let difference = PolynomialVector(count: 1)
    difference.setProduct(0, of: key.vector, first: 0, step: 1, with: u)
    difference.transformBack()
    difference.subtract(from: v)
    difference.center()
    difference.compressMessage(to: target)
  }
}
