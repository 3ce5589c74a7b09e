import Bytes
import Testing

@Suite struct Base32Tests {
  /// RFC 4648 §10, lower case and unpadded.
  static let rfc: [(String, String)] = [
    ("", ""), ("f", "my"), ("fo", "mzxq"), ("foo", "mzxw6"), ("foob", "mzxw6yq"), ("fooba", "mzxw6ytb"),
    ("foobar", "mzxw6ytboi"),
  ]

  @Test(arguments: rfc) func matchesTheRFC(plain: String, text: String) {
    #expect(Base32.encode(Array(plain.utf8)) == text)
    #expect(Base32.decode(text) == Array(plain.utf8))
    #expect(Base32.decode(text.uppercased()) == Array(plain.utf8))
  }

  @Test func aSuffixStandsBehind() {
    #expect(Base32.encode(Array("foobar".utf8), suffix: ".onion") == "mzxw6ytboi.onion")
    #expect(Base32.encode([], suffix: ".onion") == ".onion")
  }

  @Test(arguments: ["a", "abc", "m1", "mz", "mzxw6===", "ä"]) func refusesOtherText(text: String) {
    #expect(Base32.decode(text) == nil)
  }
}
