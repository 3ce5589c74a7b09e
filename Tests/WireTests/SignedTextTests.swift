import Testing
import Wire
import World

/// The text of the timestamp that signatures cover.
@Suite struct SignedTextTests {
  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (-1, "2000-12-31T23:59:59Z"), (796_000_000.123456, "2026-03-23T23:06:40Z"),
      (797_940_000, "2026-04-15T10:00:00Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
      (-31_622_401, "1999-12-31T23:59:59Z"), (99_792_000, "2004-03-01T00:00:00Z"),
      (99_791_999, "2004-02-29T23:59:59Z"),
      (3_129_235_199, "2100-02-28T23:59:59Z"), (3_129_235_200, "2100-03-01T00:00:00Z"),
      (-62_135_596_800 - 978_307_200, "0001-01-01T00:00:00Z"),
      // Whole milliseconds, half up, before the cut to the second.
      (5.9994, "2001-01-01T00:00:05Z"), (5.9995, "2001-01-01T00:00:06Z"), (5.999, "2001-01-01T00:00:05Z"),
      (817_218_760.9999999, "2026-11-24T13:12:41Z"), (-0.0005, "2001-01-01T00:00:00Z"),
      (-0.0006, "2000-12-31T23:59:59Z"),
      (1e300, "0000-00-00T00:00:00Z"), (-1e300, "0000-00-00T00:00:00Z"), (.nan, "0000-00-00T00:00:00Z"),
      (.infinity, "0000-00-00T00:00:00Z"),
    ] as [(Double, String)])
  func text(seconds: Double, expected: String) {
    #expect(String(decoding: WireDate(secondsSinceReference: seconds).signedText, as: UTF8.self) == expected)
  }

  /// Ours are whole seconds, so that the number, the text and the eight bytes mean the same instant.
  @Test func ourDatesAreWholeSeconds() {
    let date = WireDate(Timestamp(milliseconds: 1_776_247_200_999))
    #expect(date.secondsSinceReference == 797_940_000)
    #expect(date.timestamp == Timestamp(milliseconds: 1_776_247_200_000))
    #expect(date.seconds(after: Timestamp(milliseconds: 1_776_247_200_500)) == -0.5)
  }
}
