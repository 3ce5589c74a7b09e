/// Products of transforms (FIPS 203 §4.3.1).
extension PolynomialVector {
  /// Makes the polynomial at `index` the sum of left[first + i·step]·right[i], times 2⁻¹⁶. Right factors must be centred,
  /// left ones below 2¹²: the sum of three such products is far from overflow, so that it is reduced once.
  func setProduct(_ index: Int, of left: PolynomialVector, first: Int, step: Int, with right: PolynomialVector) {
    let target = polynomial(index)
    precondition(right.count == 3, "the module has rank 3")
    let a = (left.polynomial(first), left.polynomial(first + step), left.polynomial(first + 2 * step))
    let b = (right.polynomial(0), right.polynomial(1), right.polynomial(2))
    for pair in 0..<64 {
      let zeta = Roots.zetas[64 &+ pair]
      let at = 4 &* pair
      PolynomialVector.multiply(target, a, b, at: at, zeta: zeta)
      PolynomialVector.multiply(target, a, b, at: at &+ 2, zeta: 0 &- zeta)
    }
  }

  private typealias Three = (UnsafeMutablePointer<Int16>, UnsafeMutablePointer<Int16>, UnsafeMutablePointer<Int16>)

  /// Products of a₀ + a₁X and b₀ + b₁X modulo X² − ζ, added up.
  @inline(__always)
  private static func multiply(
    _ target: UnsafeMutablePointer<Int16>, _ a: Three, _ b: Three, at: Int, zeta: Int16
  ) {
    let upper =
      product(a.0, at + 1, b.0, at + 1) &+ product(a.1, at + 1, b.1, at + 1)
      &+ product(a.2, at + 1, b.2, at + 1)
    let lower = product(a.0, at, b.0, at) &+ product(a.1, at, b.1, at) &+ product(a.2, at, b.2, at)
    let cross = product(a.0, at, b.0, at + 1) &+ product(a.1, at, b.1, at + 1) &+ product(a.2, at, b.2, at + 1)
    let crossed = product(a.0, at + 1, b.0, at) &+ product(a.1, at + 1, b.1, at) &+ product(a.2, at + 1, b.2, at)
    target[at] = Modulus.reduce(lower &+ Int32(Modulus.reduce(upper)) &* Int32(zeta))
    target[at + 1] = Modulus.reduce(cross &+ crossed)
  }

  @inline(__always)
  private static func product(
    _ a: UnsafeMutablePointer<Int16>, _ i: Int, _ b: UnsafeMutablePointer<Int16>, _ j: Int
  ) -> Int32 {
    Int32(a[i]) &* Int32(b[j])
  }
}
