import Chat
import Testing
import Wire
import World

@testable import Daemon

/// What other nodes' clocks say of this machine's.
@Suite struct ClockWitnessTests {
  private let day = Duration.seconds(86_400)

  private func address(_ number: Int) throws -> PeerAddress {
    try #require(PeerAddress("127.0.0.1:\(1000 + number)"))
  }

  private func moment(_ seconds: Int64, off: Duration = .zero) -> Moment {
    Moment(
      instant: Instant(nanoseconds: seconds * 1_000_000_000),
      timestamp: Timestamp(milliseconds: 1_800_000_000_000 + seconds * 1000) + off)
  }

  @Test func aClockThatMostContradictIsDoubtful() throws {
    for off in [day * 3, day * -3] {
      var clock = ClockWitness()
      let now = moment(100, off: off)
      #expect(clock.verdict(at: now) == nil && clock.standing(at: now) == .unknown)
      for number in 0..<3 { clock.saw(now.timestamp - off, at: try address(number), now) }
      clock.saw(now.timestamp, at: try address(9), now)
      let verdict = try #require(clock.verdict(at: now))
      #expect(clock.standing(at: now) == .doubted)
      #expect(verdict == ClockWitness.Verdict(ahead: off, witnesses: 3, seen: 4))
      #expect(verdict.text.contains(off > .zero ? "3 days ahead, say 3 of the 4" : "3 days behind, say 3 of the 4"))
    }
  }

  @Test func oneAgainstOneIsNoVerdict() throws {
    var clock = ClockWitness()
    clock.saw(moment(100, off: day).timestamp, at: try address(0), moment(100))
    #expect(clock.verdict(at: moment(100))?.text.contains("the only node") == true)
    clock.saw(moment(100).timestamp, at: try address(1), moment(100))
    #expect(clock.verdict(at: moment(100)) == nil)
    // The same node again is no second witness.
    clock.saw(moment(101, off: day).timestamp, at: try address(0), moment(101))
    #expect(clock.verdict(at: moment(101)) == nil)
  }

  /// A clock that is set, wrong or right, is seen at once; slow circuits are no wrong clocks, and old views are none.
  @Test func aClockThatIsSetIsSeenAtOnce() throws {
    var clock = ClockWitness()
    for number in 0..<2 { clock.saw(moment(70).timestamp, at: try address(number), moment(100)) }
    #expect(clock.verdict(at: moment(100)) == nil)
    #expect(clock.verdict(at: moment(900, off: day * -3))?.witnesses == 2)
    #expect(clock.verdict(at: moment(1000)) == nil)
    #expect(clock.verdict(at: moment(5000, off: day)) == nil)
  }

  /// Whoever dials this node cannot tell it the time, unless it was dialled before and has set its clock.
  @Test func whoDialsIsNoWitness() throws {
    var clock = ClockWitness()
    for number in 0..<3 { clock.heard(moment(100, off: day).timestamp, from: try address(number), moment(100)) }
    #expect(clock.verdict(at: moment(100)) == nil)
    clock.saw(moment(100, off: day).timestamp, at: try address(0), moment(100))
    #expect(clock.verdict(at: moment(100))?.isCertain == false)
    clock.heard(moment(200).timestamp, from: try address(0), moment(200))
    #expect(clock.verdict(at: moment(200)) == nil)
  }

  @Test func strangersFillNoMemory() throws {
    var clock = ClockWitness()
    for number in 0..<1000 { clock.saw(moment(100, off: day).timestamp, at: try address(number), moment(100)) }
    #expect(clock.verdict(at: moment(100))?.seen == DaemonSettings.clockViews)
  }

  @Test func differencesAreSaidInTheUnitThatPeopleUse() {
    for (seconds, text) in [
      (0, "0 seconds"), (119, "119 seconds"), (-120, "2 minutes"), (5400, "90 minutes"), (-7200, "2 hours"),
      (259_199, "3 days"),
    ] { #expect(Duration.seconds(seconds).roughly == text) }
  }
}
