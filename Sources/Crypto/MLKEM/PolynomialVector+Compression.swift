/// Rounding coefficients to few bits and back (Compress and Decompress, FIPS 203 §4.2.1) together with their encoding. The
/// division by q is a multiplication: a machine's division takes longer for some values than for others.
extension PolynomialVector {
  static let compressed10Count = 320
  static let compressed4Count = 128
  static let messageCount = 32

  /// Writes `count` times 320 bytes: ten bits a coefficient.
  func compress10(to target: UnsafeMutablePointer<UInt8>) {
    for group in 0..<coefficientCount / 4 {
      let from = coefficients + 4 &* group
      let (a, b) = (PolynomialVector.round10(from[0]), PolynomialVector.round10(from[1]))
      let (c, d) = (PolynomialVector.round10(from[2]), PolynomialVector.round10(from[3]))
      let to = target + 5 &* group
      to[0] = UInt8(truncatingIfNeeded: a)
      to[1] = UInt8(truncatingIfNeeded: a &>> 8 | b &<< 2)
      to[2] = UInt8(truncatingIfNeeded: b &>> 6 | c &<< 4)
      to[3] = UInt8(truncatingIfNeeded: c &>> 4 | d &<< 6)
      to[4] = UInt8(truncatingIfNeeded: d &>> 2)
    }
  }

  func decompress10(_ source: UnsafePointer<UInt8>) {
    for group in 0..<coefficientCount / 4 {
      let from = source + 5 &* group
      let to = coefficients + 4 &* group
      let (a, b, c) = (UInt32(from[0]), UInt32(from[1]), UInt32(from[2]))
      let (d, e) = (UInt32(from[3]), UInt32(from[4]))
      to[0] = PolynomialVector.widen(a | b &<< 8, bits: 10)
      to[1] = PolynomialVector.widen(b &>> 2 | c &<< 6, bits: 10)
      to[2] = PolynomialVector.widen(c &>> 4 | d &<< 4, bits: 10)
      to[3] = PolynomialVector.widen(d &>> 6 | e &<< 2, bits: 10)
    }
  }

  /// Writes `count` times 128 bytes: four bits a coefficient.
  func compress4(to target: UnsafeMutablePointer<UInt8>) {
    for pair in 0..<coefficientCount / 2 {
      let low = PolynomialVector.round4(coefficients[2 &* pair])
      let high = PolynomialVector.round4(coefficients[2 &* pair &+ 1])
      target[pair] = low | high &<< 4
    }
  }

  func decompress4(_ source: UnsafePointer<UInt8>) {
    for pair in 0..<coefficientCount / 2 {
      coefficients[2 &* pair] = PolynomialVector.widen(UInt32(source[pair]), bits: 4)
      coefficients[2 &* pair &+ 1] = PolynomialVector.widen(UInt32(source[pair] &>> 4), bits: 4)
    }
  }

  /// Writes one bit a coefficient: whether it is nearer to q/2 than to 0.
  func compressMessage(to target: UnsafeMutablePointer<UInt8>) {
    for byte in 0..<PolynomialVector.messageCount {
      var bits: UInt32 = 0
      for index in 0..<8 {
        let value = UInt32(Modulus.canonical(coefficients[8 &* byte &+ index]))
        // ⌊(2·value + (q+1)/2)/q⌋ mod 2, 80635 = ⌊2²⁸/q⌋.
        bits |= ((((value &<< 1) &+ 1665) &* 80635) &>> 28 & 1) &<< UInt32(index)
      }
      target[byte] = UInt8(truncatingIfNeeded: bits)
    }
  }

  /// Adds (q+1)/2 to the coefficients whose bit is set, without reduction.
  func addMessage(_ message: UnsafePointer<UInt8>) {
    for index in 0..<PolynomialVector.degree {
      let bit = Int16(message[index &>> 3] &>> UInt8(index & 7) & 1)
      coefficients[index] = coefficients[index] &+ ((0 &- bit) & 1665)
    }
  }

  /// ⌊(2¹⁰·a + q/2)/q⌋ mod 2¹⁰, 1290167 = ⌊2³²/q⌋.
  @inline(__always)
  private static func round10(_ a: Int16) -> UInt32 {
    let value = UInt64(Modulus.canonical(a))
    return UInt32(truncatingIfNeeded: (((value &<< 10) &+ 1665) &* 1_290_167) &>> 32) & 0x3ff
  }

  /// ⌊(2⁴·a + q/2)/q⌋ mod 2⁴.
  @inline(__always)
  private static func round4(_ a: Int16) -> UInt8 {
    let value = UInt32(Modulus.canonical(a))
    return UInt8(truncatingIfNeeded: (((value &<< 4) &+ 1665) &* 80635) &>> 28) & 0x0f
  }

  /// ⌊(q·a + 2ᵇ⁻¹)/2ᵇ⌋ of the lowest b bits.
  @inline(__always)
  private static func widen(_ a: UInt32, bits: UInt32) -> Int16 {
    let value = a & ((1 &<< bits) &- 1)
    return Int16(truncatingIfNeeded: (value &* 3329 &+ (1 &<< (bits &- 1))) &>> bits)
  }
}
