import Bytes
import Testing
import World

@Suite struct Base64Tests {
  /// RFC 4648 §10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func publishedAnswers(plain: String, text: String) {
    #expect(Base64.encode(Array(plain.utf8)) == text)
    #expect(Base64.decode(Array(text.utf8)) == Array(plain.utf8))
  }

  @Test func theWholeAlphabet() {
    let bytes: [UInt8] = [0x00, 0x10, 0x83, 0xFB, 0xFF, 0xBF]
    #expect(Base64.encode(bytes) == "ABCD+/+/")
  }

  @Test(arguments: 0..<100)
  func roundTrips(count: Int) {
    var random = SeededRandom(seed: UInt64(count))
    let bytes = random.bytes(count * 7)
    #expect(Base64.decode(Base64.ascii(bytes)) == bytes)
    #expect(Base64.decode(Base64.ascii(bytes)[...]) == bytes)
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "=", "====", "Z===", "Zh==", "Zm9=", "Zg==Zg==", "Zm9v\n", " Zm9v", "Zm-v", "Zm_v",
    "Zm9véé", "Zm9vZ=g=", "Z=9v", "=m9v", "Zm9v\0\0\0\0",
  ])
  func refusesOtherText(text: String) {
    #expect(Base64.decode(Array(text.utf8)) == nil)
  }

  @Test func everyByteOutsideTheAlphabetIsRefusedAtEveryPlace() {
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for byte in UInt8.min...UInt8.max where !alphabet.contains(byte) {
      for place in 0..<8 where !(byte == UInt8(ascii: "=") && place == 7) {
        var text = Array("Zm9vZm9A".utf8)
        text[place] = byte
        #expect(Base64.decode(text) == nil, "byte \(byte) at \(place)")
      }
    }
  }
}
