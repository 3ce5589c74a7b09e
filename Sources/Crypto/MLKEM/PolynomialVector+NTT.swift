/// The number-theoretic transform (FIPS 203 §4.3) with Montgomery multiplication: the tables hold ζ^BitRev7(i)·2¹⁶ mod q.
extension PolynomialVector {
  /// From coefficients in −q…q to the transform, centred.
  func transform() {
    for index in 0..<count { PolynomialVector.transform(polynomial(index)) }
    center()
  }

  /// Back from the transform of a product (`setProduct`), whose factor 2⁻¹⁶ is taken out on the way.
  func transformBack() {
    for index in 0..<count { PolynomialVector.transformBack(polynomial(index)) }
  }

  /// Multiplies by 2¹⁶, which takes the factor out of a product that stays transformed.
  func scale() {
    let square: Int16 = 1353  // 2³² mod q
    let target = coefficients
    for index in 0..<coefficientCount {
      target[index] = Modulus.multiply(target[index], square, scaled: square &* Modulus.inverse)
    }
  }

  /// Seven layers; each adds less than q to a coefficient, so that 8q, which fits 16 bits, is never reached.
  private static func transform(_ polynomial: UnsafeMutablePointer<Int16>) {
    var root = 1
    var length = 128
    while length >= 2 {
      for start in stride(from: 0, to: degree, by: 2 * length) {
        let (low, high) = (polynomial + start, polynomial + start + length)
        let (zeta, scaled) = (Roots.zetas[root], Roots.scaled[root])
        for index in 0..<length {
          let turned = Modulus.multiply(high[index], zeta, scaled: scaled)
          high[index] = low[index] &- turned
          low[index] = low[index] &+ turned
        }
        root += 1
      }
      length /= 2
    }
  }

  private static func transformBack(_ polynomial: UnsafeMutablePointer<Int16>) {
    var root = 127
    var length = 2
    while length <= 128 {
      for start in stride(from: 0, to: degree, by: 2 * length) {
        let (low, high) = (polynomial + start, polynomial + start + length)
        let (zeta, scaled) = (Roots.zetas[root], Roots.scaled[root])
        for index in 0..<length {
          let (a, b) = (low[index], high[index])
          low[index] = Modulus.center(a &+ b)
          high[index] = Modulus.multiply(b &- a, zeta, scaled: scaled)
        }
        root -= 1
      }
      length *= 2
    }
    let last: Int16 = 1441  // 2³²/128 mod q
    for index in 0..<degree {
      polynomial[index] = Modulus.multiply(polynomial[index], last, scaled: last &* Modulus.inverse)
    }
  }
}

/// Powers of the 256th root of unity 17 (FIPS 203, appendix A), times 2¹⁶, in −(q−1)/2…(q−1)/2.
enum Roots {
  static let zetas: InlineArray<128, Int16> = [
    -1044, -758, -359, -1517, 1493, 1422, 287, 202, -171, 622, 1577, 182, 962, -1202, -1474, 1468, 573, -1325,
    264, 383, -829, 1458, -1602, -130, -681, 1017, 732, 608, -1542, 411, -205, -1571, 1223, 652, -552, 1015,
    -1293, 1491, -282, -1544, 516, -8, -320, -666, -1618, -1162, 126, 1469, -853, -90, -271, 830, 107, -1421,
    -247, -951, -398, 961, -1508, -725, 448, -1065, 677, -1275, -1103, 430, 555, 843, -1251, 871, 1550, 105,
    422, 587, 177, -235, -291, -460, 1574, 1653, -246, 778, 1159, -147, -777, 1483, -602, 1119, -1590, 644,
    -872, 349, 418, 329, -156, -75, 817, 1097, 603, 610, 1322, -1285, -1465, 384, -1215, -136, 1218, -1335,
    -874, 220, -1187, -1659, -1185, -1530, -1278, 794, -1510, -854, -870, 478, -108, -308, 996, 991, 958, -1460,
    1522, 1628,
  ]

  /// The same times q⁻¹, modulo 2¹⁶.
  static let scaled: InlineArray<128, Int16> = [
    -20, 31498, 14745, 787, 13525, -12402, 28191, -16694, -20907, 27758, -3799, -15690, 10690, 1358, -11202,
    31164, -5827, 17363, -26360, -29057, 5571, -1102, 21438, -26242, -28073, 24313, -10532, 8800, 18426, 8859,
    26675, -16163, -5689, -6516, 1496, 30967, -23565, 20179, 20710, 25080, -12796, 26616, 16064, -12442, 9134,
    -650, -25986, 27837, 19883, -28250, -15887, -8898, -28309, 9075, -30199, 18249, 13426, 14017, -29156,
    -12757, 16832, 4311, -24155, -17915, -335, 11182, -11477, 13387, -32227, -14233, 20494, -21655, -27738,
    13131, 945, -4587, -14883, 23092, 6182, 5493, 32010, -32502, 10631, 30317, 29175, -18741, -28762, 12639,
    -18486, 20100, 17560, 18525, -14430, 19529, -5276, -12619, -31183, 20297, 25435, 2146, -7382, 15355, 24391,
    -32384, -20927, -6280, 10946, -14903, 24214, -11044, 16989, 14469, 10335, -21498, -7934, -20198, -22502,
    23210, 10906, -17442, 31636, -23860, 28644, -20257, 23998, 7756, -17422, 23132,
  ]
}
