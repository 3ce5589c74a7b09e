import Bytes
import Testing

@Suite struct Base64Tests {
  /// RFC 4648 §10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func vector(_ plain: String, _ text: String) { #expect(Base64.encode(Array(plain.utf8)) == text) }

  @Test func theWholeAlphabet() {
    let bytes: [UInt8] = [0x00, 0x10, 0x83, 0xFB, 0xFF, 0xBF]
    #expect(Base64.encode(bytes) == "ABCD+/+/")
  }
}
