/// Random polynomials (FIPS 203 §4.2.2).
extension PolynomialVector {
  /// The matrix Â of a public seed of 32 bytes, by rows: SampleNTT(seed ‖ column ‖ row). What it takes in time depends on
  /// the seed, which everybody knows.
  static func matrix(seed: UnsafePointer<UInt8>) -> PolynomialVector {
    let matrix = PolynomialVector(count: 9)
    var sponge = Sponge(.shake128)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * Sponge.Function.shake128.rate) { buffer in
      guard let block = buffer.baseAddress else { return }
      for index in 0..<9 {
        sponge.restart(.shake128)
        sponge.absorb(seed, count: 32)
        sponge.absorb(UInt8(index % 3))
        sponge.absorb(UInt8(index / 3))
        sampleUniform(matrix.polynomial(index), from: &sponge, block: block)
      }
    }
    return matrix
  }

  /// Takes 12-bit numbers below q until there are 256 of them; three blocks are enough four times out of five.
  private static func sampleUniform(
    _ target: UnsafeMutablePointer<Int16>, from sponge: inout Sponge, block: UnsafeMutablePointer<UInt8>
  ) {
    var found = 0
    var size = 3 * Sponge.Function.shake128.rate
    while found < degree {
      sponge.squeeze(block, count: size)
      var at = 0
      while at < size, found < degree {
        let low = Int16(block[at]) | (Int16(block[at + 1]) & 0x0f) &<< 8
        let high = Int16(block[at + 1]) &>> 4 | Int16(block[at + 2]) &<< 4
        target[found] = low
        found += low < Modulus.q ? 1 : 0
        if found < degree {
          target[found] = high
          found += high < Modulus.q ? 1 : 0
        }
        at += 3
      }
      size = Sponge.Function.shake128.rate
    }
  }

  /// Fills every polynomial with noise of the centred binomial distribution, η = 2: SamplePolyCBD(PRF(seed, nonce)) with
  /// nonces that count up from `nonce`. The seed has 32 bytes and is secret.
  func sampleNoise(seed: UnsafePointer<UInt8>, nonce: UInt8) {
    var sponge = Sponge(.shake256)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { buffer in
      guard let bytes = buffer.baseAddress else { return }
      for index in 0..<count {
        sponge.restart(.shake256)
        sponge.absorb(seed, count: 32)
        sponge.absorb(nonce &+ UInt8(index))
        sponge.squeeze(bytes, count: 128)
        PolynomialVector.sampleBinomial(polynomial(index), from: bytes)
      }
      wipe(UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// Each half byte is a coefficient: two bits' sum less two bits' sum. Eight are counted at once.
  private static func sampleBinomial(_ target: UnsafeMutablePointer<Int16>, from bytes: UnsafePointer<UInt8>) {
    for group in 0..<32 {
      let word = UInt32(
        littleEndian: UnsafeRawPointer(bytes + 4 &* group).loadUnaligned(as: UInt32.self))
      let sums = (word & 0x5555_5555) &+ ((word &>> 1) & 0x5555_5555)
      for index in 0..<8 {
        let plus = Int16(truncatingIfNeeded: (sums &>> UInt32(4 &* index)) & 3)
        let minus = Int16(truncatingIfNeeded: (sums &>> UInt32(4 &* index &+ 2)) & 3)
        target[8 &* group &+ index] = plus &- minus
      }
    }
  }
}
