/// The permutation Keccak-f[1600] (FIPS 202 §3). libcrypto 3.0 gives no SHAKE that can be squeezed piece by piece, and its
/// setup costs as much as the permutation of the short inputs that ML-KEM hashes.
enum Keccak {
  /// Permutes the 25 lanes, x + 5y. Written out: the lanes stay in registers only where none is indexed.
  static func permute(_ lanes: UnsafeMutablePointer<UInt64>) {
    var a0 = lanes[0]
    var a1 = lanes[1]
    var a2 = lanes[2]
    var a3 = lanes[3]
    var a4 = lanes[4]
    var a5 = lanes[5]
    var a6 = lanes[6]
    var a7 = lanes[7]
    var a8 = lanes[8]
    var a9 = lanes[9]
    var a10 = lanes[10]
    var a11 = lanes[11]
    var a12 = lanes[12]
    var a13 = lanes[13]
    var a14 = lanes[14]
    var a15 = lanes[15]
    var a16 = lanes[16]
    var a17 = lanes[17]
    var a18 = lanes[18]
    var a19 = lanes[19]
    var a20 = lanes[20]
    var a21 = lanes[21]
    var a22 = lanes[22]
    var a23 = lanes[23]
    var a24 = lanes[24]
    for round in 0..<24 {
      let c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20
      let c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21
      let c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22
      let c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23
      let c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24
      let d0 = c4 ^ rotate(c1, 1)
      let d1 = c0 ^ rotate(c2, 1)
      let d2 = c1 ^ rotate(c3, 1)
      let d3 = c2 ^ rotate(c4, 1)
      let d4 = c3 ^ rotate(c0, 1)
      let b0 = a0 ^ d0
      let b1 = rotate(a6 ^ d1, 44)
      let b2 = rotate(a12 ^ d2, 43)
      let b3 = rotate(a18 ^ d3, 21)
      let b4 = rotate(a24 ^ d4, 14)
      let b5 = rotate(a3 ^ d3, 28)
      let b6 = rotate(a9 ^ d4, 20)
      let b7 = rotate(a10 ^ d0, 3)
      let b8 = rotate(a16 ^ d1, 45)
      let b9 = rotate(a22 ^ d2, 61)
      let b10 = rotate(a1 ^ d1, 1)
      let b11 = rotate(a7 ^ d2, 6)
      let b12 = rotate(a13 ^ d3, 25)
      let b13 = rotate(a19 ^ d4, 8)
      let b14 = rotate(a20 ^ d0, 18)
      let b15 = rotate(a4 ^ d4, 27)
      let b16 = rotate(a5 ^ d0, 36)
      let b17 = rotate(a11 ^ d1, 10)
      let b18 = rotate(a17 ^ d2, 15)
      let b19 = rotate(a23 ^ d3, 56)
      let b20 = rotate(a2 ^ d2, 62)
      let b21 = rotate(a8 ^ d3, 55)
      let b22 = rotate(a14 ^ d4, 39)
      let b23 = rotate(a15 ^ d0, 41)
      let b24 = rotate(a21 ^ d1, 2)
      a0 = b0 ^ (~b1 & b2) ^ constants[round]
      a1 = b1 ^ (~b2 & b3)
      a2 = b2 ^ (~b3 & b4)
      a3 = b3 ^ (~b4 & b0)
      a4 = b4 ^ (~b0 & b1)
      a5 = b5 ^ (~b6 & b7)
      a6 = b6 ^ (~b7 & b8)
      a7 = b7 ^ (~b8 & b9)
      a8 = b8 ^ (~b9 & b5)
      a9 = b9 ^ (~b5 & b6)
      a10 = b10 ^ (~b11 & b12)
      a11 = b11 ^ (~b12 & b13)
      a12 = b12 ^ (~b13 & b14)
      a13 = b13 ^ (~b14 & b10)
      a14 = b14 ^ (~b10 & b11)
      a15 = b15 ^ (~b16 & b17)
      a16 = b16 ^ (~b17 & b18)
      a17 = b17 ^ (~b18 & b19)
      a18 = b18 ^ (~b19 & b15)
      a19 = b19 ^ (~b15 & b16)
      a20 = b20 ^ (~b21 & b22)
      a21 = b21 ^ (~b22 & b23)
      a22 = b22 ^ (~b23 & b24)
      a23 = b23 ^ (~b24 & b20)
      a24 = b24 ^ (~b20 & b21)
    }
    lanes[0] = a0
    lanes[1] = a1
    lanes[2] = a2
    lanes[3] = a3
    lanes[4] = a4
    lanes[5] = a5
    lanes[6] = a6
    lanes[7] = a7
    lanes[8] = a8
    lanes[9] = a9
    lanes[10] = a10
    lanes[11] = a11
    lanes[12] = a12
    lanes[13] = a13
    lanes[14] = a14
    lanes[15] = a15
    lanes[16] = a16
    lanes[17] = a17
    lanes[18] = a18
    lanes[19] = a19
    lanes[20] = a20
    lanes[21] = a21
    lanes[22] = a22
    lanes[23] = a23
    lanes[24] = a24
  }

  @inline(__always)
  private static func rotate(_ lane: UInt64, _ count: UInt64) -> UInt64 {
    lane &<< count | lane &>> (64 &- count)
  }

  /// ι's constants (FIPS 202 §3.2.5).
  private static let constants: InlineArray<24, UInt64> = [
    0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
    0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
    0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
    0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
    0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
    0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
  ]
}
