import TestWorld
import Testing
import TorProtocol
import World

@Suite struct OnionHealthTests {
  private var clock = ManualClock()
  private var health = OnionHealth()

  /// Moves to the next deadline and expects a probe there.
  private mutating func untilProbe() throws {
    let due = try #require(health.nextDeadline)
    clock.advance(by: due - clock.now.instant)
    #expect(health.tick(at: clock.now) == [.probe])
    #expect(health.tick(at: clock.now).isEmpty)
  }

  @Test mutating func aHealthyOnionIsProbedNowAndThen() throws {
    #expect(health.nextDeadline == nil)
    health.changed(.up, at: clock.now)
    #expect(health.nextDeadline == clock.now.instant + .seconds(30))
    for _ in 0..<3 {
      try untilProbe()
      #expect(health.probed(succeeded: true, at: clock.now) == [.news(.reachable(true))])
      #expect(health.nextDeadline == clock.now.instant + .seconds(600))
    }
  }

  /// Field cases 5 and D61: published, and yet unreachable.
  @Test mutating func healingGoesInSteps() throws {
    health.changed(.up, at: clock.now)
    try untilProbe()
    #expect(health.probed(succeeded: false, at: clock.now).isEmpty)
    try untilProbe()
    #expect(health.probed(succeeded: false, at: clock.now) == [.renewCircuits])
    try untilProbe()
    #expect(health.probed(succeeded: false, at: clock.now) == [.news(.reachable(false)), .republish])
    health.changed(.publishing, at: clock.now)
    #expect(health.nextDeadline == nil)
    health.changed(.up, at: clock.now)
    try untilProbe()
    #expect(health.probed(succeeded: false, at: clock.now) == [.renewCircuits])
    try untilProbe()
    #expect(health.probed(succeeded: true, at: clock.now) == [.news(.reachable(true))])
    try untilProbe()
    #expect(health.probed(succeeded: false, at: clock.now).isEmpty)
  }

  @Test mutating func aLinkFromOutsideIsAsGoodAsAProbe() throws {
    #expect(health.heard(at: clock.now).isEmpty)
    health.changed(.up, at: clock.now)
    #expect(health.heard(at: clock.now) == [.news(.reachable(true))])
    #expect(health.nextDeadline == clock.now.instant + .seconds(600))
  }

  @Test mutating func aProbeOfAnOnionThatWentDownSaysNothing() throws {
    health.changed(.up, at: clock.now)
    try untilProbe()
    health.changed(.down(reason: nil), at: clock.now)
    #expect(health.probed(succeeded: false, at: clock.now).isEmpty)
    #expect(health.nextDeadline == nil)
  }
}
