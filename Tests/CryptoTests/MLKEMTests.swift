import Bytes
import Crypto
import Testing
import World

/// ML-KEM-768 by itself: answers of an independent implementation (kyber-py), the checks of keys and ciphertexts, and
/// implicit rejection.
@Suite struct MLKEMTests {
  struct Answer: Sendable {
    let d: [UInt8]
    let z: [UInt8]
    let message: [UInt8]
    /// Which byte of the ciphertext is changed for `rejection`.
    let changed: Int
    /// Long values by their SHA-256.
    let encapsulationKey: String
    let decapsulationKey: String
    let ciphertext: String
    let sharedSecret: String
    let rejection: String
  }

  private static func bytes(_ step: Int, _ start: Int) -> [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: $0 * step + start) }
  }

  static let answers = [
    Answer(
      d: bytes(7, 0), z: bytes(11, 5), message: bytes(13, 9), changed: 0,
      encapsulationKey: "0b2c54cd3a483166b711df7e440d25217aa07860133f79bf172f83bd11a7238c",
      decapsulationKey: "56e225fe7f39bfd3b2028b86e7d2b16c24a7806685a2788276dbe13cffcb8d0b",
      ciphertext: "48338e18196c66e4fceb69f86810c4397cb8167e161edcd6f3445aad5a643c01",
      sharedSecret: "eeb810d21909b1587a5c74b337ccb82ef49f54057599af2682361149225103cf",
      rejection: "e8140db9206afd40dc33bd4dc12c53951e9992883f59a2a9214517432e7b62b2"),
    Answer(
      d: bytes(7, 50), z: bytes(11, 36), message: bytes(13, 26), changed: 500,
      encapsulationKey: "0e2f33fafa1890766023be58461214c8b8b1eaedb49d04539bde47a0a2b1209d",
      decapsulationKey: "968a60ad7f2f43260d4500b02e62ffffd8acac4b68949c6707e099e85f6daf26",
      ciphertext: "48774e615ea745a4b5a2de557fe1689738ebba8e074b6dcf921aa4ff9f565e2b",
      sharedSecret: "40756a7d950dfe0dd4dfc32f63716246d7471ea92d04580441b27ffc70f7a4ae",
      rejection: "476ab2228dd5678e9e9ab861938a5600c2a60c109a66097adc0a47ab3c39aa70"),
    Answer(
      d: bytes(7, 100), z: bytes(11, 67), message: bytes(13, 43), changed: 1000,
      encapsulationKey: "ec526794e4459bc1ccc1f55de5709c2b88168bb6ecac506943a40fff87629723",
      decapsulationKey: "4d3945fb346dc3316b5e6d245f95239bb8d3b86dac24d9a3d8dabf9c4dd21741",
      ciphertext: "f2af90f2a26b4fb0dad1c13043efb1241133393f78ada9d7077ecea22c945ab0",
      sharedSecret: "91757e513eb516b857ef7a2d0de722671c99ebcc5cd5cfd23188e678d4203f57",
      rejection: "2df6328f4bbde33fb1349f77280f11fe387645ef200ecc16de56bb15da88a3d2"),
  ]

  @Test(arguments: answers) func answersOfAnotherImplementation(_ answer: Answer) throws {
    let key = try MLKEM768.DecapsulationKey(seed: SecretBytes(copying: answer.d + answer.z))
    #expect(Hex.encode(SHA256.hash(key.encapsulationKey.rawBytes)) == answer.encapsulationKey)
    #expect(Hex.encode(SHA256.hash(key.rawBytes.exposed)) == answer.decapsulationKey)
    let sent = key.encapsulationKey.encapsulate(message: SecretBytes(copying: answer.message))
    #expect(Hex.encode(SHA256.hash(sent.ciphertext)) == answer.ciphertext)
    #expect(Hex.encode(sent.sharedSecret.exposed) == answer.sharedSecret)
    #expect(try key.decapsulate(sent.ciphertext) == sent.sharedSecret)
    var changed = sent.ciphertext
    changed[answer.changed] ^= 1
    #expect(Hex.encode(try key.decapsulate(changed).exposed) == answer.rejection)
  }

  @Test func keysSurviveTheirBytes() throws {
    var chance = SeededRandom(seed: 768)
    let key = MLKEM768.DecapsulationKey.generate(using: &chance)
    let read = try MLKEM768.DecapsulationKey(rawBytes: key.rawBytes)
    let publicKey = try MLKEM768.EncapsulationKey(rawBytes: key.encapsulationKey.rawBytes)
    for _ in 0..<8 {
      let sent = publicKey.encapsulate(using: &chance)
      #expect(try read.decapsulate(sent.ciphertext) == sent.sharedSecret)
    }
  }

  @Test func wrongLengthsAreRefused() throws {
    var chance = SeededRandom(seed: 1)
    let key = MLKEM768.DecapsulationKey.generate(using: &chance)
    #expect(throws: CryptoError.wrongLength(expected: 64, actual: 63)) {
      _ = try MLKEM768.DecapsulationKey(seed: SecretBytes(count: 63) { _ in })
    }
    #expect(throws: CryptoError.wrongLength(expected: 1184, actual: 1183)) {
      _ = try MLKEM768.EncapsulationKey(rawBytes: key.encapsulationKey.rawBytes.dropLast())
    }
    #expect(throws: CryptoError.wrongLength(expected: 2400, actual: 2399)) {
      _ = try MLKEM768.DecapsulationKey(rawBytes: key.rawBytes[0..<2399])
    }
    #expect(throws: CryptoError.wrongLength(expected: 1088, actual: 0)) { _ = try key.decapsulate([]) }
  }

  /// FIPS 203 §7.2: the first coefficient set to q, the last one to 4095; §7.3: a bit of the hash or of the embedded key.
  @Test func malformedKeysAreRefused() throws {
    var chance = SeededRandom(seed: 2)
    let key = MLKEM768.DecapsulationKey.generate(using: &chance)
    var first = key.encapsulationKey.rawBytes
    first[0] = 0x01
    first[1] = (first[1] & 0xf0) | 0x0d
    var last = key.encapsulationKey.rawBytes
    last[1150] |= 0xf0
    last[1151] = 0xff
    for bytes in [first, last] {
      #expect(throws: CryptoError.malformedKey) { _ = try MLKEM768.EncapsulationKey(rawBytes: bytes) }
    }
    for at in [2340, 2335] {
      var bytes = key.rawBytes.exposed
      bytes[at] ^= 1
      #expect(throws: CryptoError.malformedKey) {
        _ = try MLKEM768.DecapsulationKey(rawBytes: SecretBytes(copying: bytes))
      }
    }
  }
}
