/// Arithmetic modulo q = 3329 on 16-bit words, without a branch or a division: neither takes the same time for every value.
/// Written with halves of products, so that the compiler can do eight at once.
enum Modulus {
  static let q: Int16 = 3329
  /// q⁻¹ mod 2¹⁶, signed.
  static let inverse: Int16 = -3327

  /// The upper half of a product.
  @inline(__always)
  static func upper(_ a: Int16, _ b: Int16) -> Int16 {
    Int16(truncatingIfNeeded: (Int32(a) &* Int32(b)) &>> 16)
  }

  /// a·b·2⁻¹⁶ mod q, between −q and q, for |a·b| < q·2¹⁵. `scaled` is b·q⁻¹ mod 2¹⁶.
  @inline(__always)
  static func multiply(_ a: Int16, _ b: Int16, scaled: Int16) -> Int16 {
    upper(a, b) &- upper(a &* scaled, q)
  }

  /// a·2⁻¹⁶ mod q, between −q and q, for |a| < q·2¹⁵ (Montgomery).
  @inline(__always)
  static func reduce(_ a: Int32) -> Int16 {
    let multiple = Int16(truncatingIfNeeded: a) &* inverse
    return Int16(truncatingIfNeeded: (a &- Int32(multiple) &* Int32(q)) &>> 16)
  }

  /// a mod q in −(q−1)/2…(q−1)/2, for any a (Barrett; 20159 = round(2²⁶/q)).
  @inline(__always)
  static func center(_ a: Int16) -> Int16 {
    a &- ((upper(a, 20159) &+ 512) &>> 10) &* q
  }

  /// The representative in 0..<q of a in −q..<q.
  @inline(__always)
  static func canonical(_ a: Int16) -> UInt16 { UInt16(bitPattern: a &+ ((a &>> 15) & q)) }
}
