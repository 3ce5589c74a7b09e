import Bytes
import Testing

@Suite struct HexTests {
  @Test func writesLowerCaseAndReadsEither() {
    #expect(Hex.encode([0x00, 0xAB, 0xff]) == "00abff")
    #expect(Hex.decode("00abFF") == [0, 0xab, 0xff])
    #expect(Hex.decode("") == [])
  }

  @Test(arguments: ["0", "0g", "é1", " 00"]) func refusesWhatIsNotHex(text: String) {
    #expect(Hex.decode(text) == nil)
  }

  @Test func wordsAreWrittenAndRead() {
    for word: UInt64 in [0, 1, .max, 0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210, 0x9A0F_A9F0_90A0_0F09] {
      var text = String(unsafeUninitializedCapacity: 18) { text in
        text[0] = UInt8(ascii: "<")
        Hex.write(word, to: text, at: 1)
        text[17] = UInt8(ascii: ">")
        return 18
      }
      let digits = String(word, radix: 16)
      #expect(text == "<" + String(repeating: "0", count: 16 - digits.count) + digits + ">")
      #expect(text.withUTF8 { Hex.word($0, at: 1) } == word)
      #expect(text.withUTF8 { Hex.word($0, at: 0) ?? Hex.word($0, at: 3) } == nil)
    }
  }

  @Test func everyByteSurvives() {
    let all = (0...255).map(UInt8.init)
    #expect(Hex.decode(Hex.encode(all)) == all)
  }
}
