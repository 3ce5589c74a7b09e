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

  @Test func everyByteSurvives() {
    let all = (0...255).map(UInt8.init)
    #expect(Hex.decode(Hex.encode(all)) == all)
  }
}
