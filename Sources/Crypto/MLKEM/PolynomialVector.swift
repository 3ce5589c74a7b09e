/// Polynomials of ℤq[X]/(X²⁵⁶+1), 256 coefficients each, one behind the other; zeroed when the last reference goes. Operations
/// go through all of them, unless they name one. Coefficients are between −q and q wherever a method does not say otherwise.
final class PolynomialVector: @unchecked Sendable {
  // Unchecked: K-PKE fills a vector before anybody else can hold it, and only reads it afterwards.
  static let degree = 256

  let count: Int
  /// Valid as long as the vector lives: methods use it, and hand it to nobody.
  let coefficients: UnsafeMutablePointer<Int16>

  var coefficientCount: Int { count * PolynomialVector.degree }

  init(count: Int) {
    self.count = count
    coefficients = .allocate(capacity: count * PolynomialVector.degree)
    coefficients.initialize(repeating: 0, count: count * PolynomialVector.degree)
  }

  deinit {
    wipe(UnsafeMutableRawBufferPointer(start: coefficients, count: coefficientCount * 2))
    coefficients.deallocate()
  }

  /// Where the polynomial at `index` begins.
  func polynomial(_ index: Int) -> UnsafeMutablePointer<Int16> {
    precondition(index >= 0 && index < count, "no such polynomial")
    return coefficients + index * PolynomialVector.degree
  }

  /// Adds without reduction; the caller reduces.
  func add(_ other: PolynomialVector) {
    precondition(other.count == count, "vectors of different lengths")
    let (target, source) = (coefficients, other.coefficients)
    for index in 0..<coefficientCount { target[index] = target[index] &+ source[index] }
  }

  /// Replaces each polynomial by the other's less itself, without reduction.
  func subtract(from other: PolynomialVector) {
    precondition(other.count == count, "vectors of different lengths")
    let (target, source) = (coefficients, other.coefficients)
    for index in 0..<coefficientCount { target[index] = source[index] &- target[index] }
  }

  /// Brings coefficients of any size into −(q−1)/2…(q−1)/2.
  func center() {
    let target = coefficients
    for index in 0..<coefficientCount { target[index] = Modulus.center(target[index]) }
  }
}
