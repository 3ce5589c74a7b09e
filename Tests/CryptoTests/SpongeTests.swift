import Bytes
import Testing

@testable import Crypto

/// Published answers of FIPS 202's functions, and output that does not depend on the pieces it is asked for in.
@Suite struct SpongeTests {
  private func output(_ function: Sponge.Function, of input: [UInt8], pieces: [Int]) -> [UInt8] {
    var sponge = Sponge(function)
    sponge.absorb(input, count: input.count)
    var output: [UInt8] = []
    for piece in pieces {
      var bytes = [UInt8](repeating: 0, count: piece)
      sponge.squeeze(&bytes, count: piece)
      output += bytes
    }
    return output
  }

  @Test func shortInputs() {
    #expect(Hex.encode(output(.shake128, of: [], pieces: [16])) == "7f9c2ba4e88f827d616045507605853e")
    let abc = Array("abc".utf8)
    #expect(Hex.encode(output(.shake256, of: abc, pieces: [16])) == "483366601360a8771c6863080cc4114d")
    #expect(output(.sha3x256, of: abc, pieces: [32]) == SHA3_256.hash(abc))
  }

  @Test func inputsAndOutputsOverSeveralBlocks() {
    let input = (0..<500).map { UInt8($0 % 251) }
    #expect(
      Hex.encode(output(.shake128, of: input, pieces: [400]).suffix(32))
        == "476f4e516bc0568d49c9cfafbcaeacaec4e6b0d7569092c5a5ac34db0962d132")
    #expect(
      Hex.encode(output(.shake256, of: input, pieces: [400]).suffix(32))
        == "2f91a6626d22e7f7737fb77b4d223f245486d373e919ae81e01155e2da5b0918")
    #expect(
      Hex.encode(output(.sha3x512, of: input, pieces: [64]))
        == "f7aca9a50e9bd1207509d43bf9f9dfc980988f2e073b2756b17f003567182174"
        + "330f2f8d04bd0527fb7f7312c8769362dbcba91c35f87f25fe0ce5b528a38e4d")
    #expect(output(.sha3x256, of: input, pieces: [32]) == SHA3_256.hash(input))
    #expect(
      output(.shake128, of: input, pieces: [1, 7, 160, 3, 229]) == output(.shake128, of: input, pieces: [400]))
  }

  @Test func stateIsForgottenAtARestart() {
    var sponge = Sponge(.shake256)
    sponge.absorb([1, 2, 3], count: 3)
    sponge.restart(.sha3x256)
    sponge.absorb(Array("abc".utf8), count: 3)
    var digest = [UInt8](repeating: 0, count: 32)
    sponge.squeeze(&digest, count: 32)
    #expect(digest == SHA3_256.hash(Array("abc".utf8)))
  }
}
