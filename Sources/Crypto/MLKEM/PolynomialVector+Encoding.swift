/// Coefficients in 12 bits each (ByteEncode₁₂ and ByteDecode₁₂, FIPS 203 §4.2.1).
extension PolynomialVector {
  /// How many bytes a polynomial takes.
  static let encodedCount = 384

  /// Writes `count` times 384 bytes.
  func encode(to target: UnsafeMutablePointer<UInt8>) {
    for pair in 0..<coefficientCount / 2 {
      let low = Modulus.canonical(coefficients[2 &* pair])
      let high = Modulus.canonical(coefficients[2 &* pair &+ 1])
      target[3 &* pair] = UInt8(truncatingIfNeeded: low)
      target[3 &* pair &+ 1] = UInt8(truncatingIfNeeded: low &>> 8 | high &<< 4)
      target[3 &* pair &+ 2] = UInt8(truncatingIfNeeded: high &>> 4)
    }
  }

  /// Reads `count` times 384 bytes and tells whether all coefficients were below q (the modulus check of FIPS 203 §7.2). In
  /// the same time for all of them, since secret keys are read with it too.
  func decode(_ source: UnsafePointer<UInt8>) -> Bool {
    var excess: Int16 = 0
    for pair in 0..<coefficientCount / 2 {
      let middle = Int16(source[3 &* pair &+ 1])
      let low = Int16(source[3 &* pair]) | (middle & 0x0f) &<< 8
      let high = middle &>> 4 | Int16(source[3 &* pair &+ 2]) &<< 4
      coefficients[2 &* pair] = low
      coefficients[2 &* pair &+ 1] = high
      // Negative where the coefficient is q or more.
      excess |= (Modulus.q &- 1 &- low) | (Modulus.q &- 1 &- high)
    }
    return excess >= 0
  }
}
