import Testing
import World

@Suite struct TimeTests {
  @Test func timestampsSaturateInsteadOfTrapping() {
    let last = Timestamp(milliseconds: .max)
    #expect(last + .seconds(1) == last)
    #expect(Timestamp(milliseconds: .min) - .seconds(1) == Timestamp(milliseconds: .min))
    #expect((last - Timestamp(milliseconds: .min)).milliseconds == .max)
  }

  @Test func secondsRoundDown() {
    #expect(Timestamp(milliseconds: 1_999).seconds == 1)
    #expect(Timestamp(milliseconds: -1).seconds == -1)
  }

  @Test func instantsSaturateInsteadOfTrapping() {
    let last = Instant(nanoseconds: .max)
    #expect(last + .seconds(1) == last)
    #expect(last - Instant(nanoseconds: 0) == .nanoseconds(Int64.max))
  }

  @Test func momentsMoveOnBothClocks() {
    let start = Moment(instant: Instant(nanoseconds: 5), timestamp: Timestamp(milliseconds: 7))
    let later = start + .milliseconds(3)
    #expect(later.instant.nanoseconds == 3_000_005 && later.timestamp.milliseconds == 10)
  }
}
