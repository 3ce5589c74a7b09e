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

  /// A tor of the node's own that two republications have not mended is started again, once an hour.
  @Test mutating func anOwnTorIsStartedAgain() throws {
    health.isOwnTor = true
    health.changed(.up, at: clock.now)
    var steps: [OnionHealth.Remedy?] = []
    for _ in 0..<12 {
      try untilProbe()
      _ = health.probed(succeeded: false, at: clock.now)
      steps.append(health.remedy)
    }
    let expected: [OnionHealth.Remedy?] = [
      nil, .newCircuits, .republish, .newCircuits, .newCircuits, .restartTor, .newCircuits, .newCircuits,
      .republish, .newCircuits, .newCircuits, .republish,
    ]
    #expect(steps == expected)
    #expect(health.failures == 12 && health.lastProbe == clock.now.timestamp && health.lastReached == nil)
    #expect(health.counters["onion.probes.failed"] == 12 && health.counters["onion.healing.tor-restarted"] == 1)
    try untilProbe()
    #expect(health.probed(succeeded: true, at: clock.now) == [.news(.reachable(true))])
    #expect(health.failures == 0 && health.remedy == nil && health.lastReached == clock.now.timestamp)
  }

  @Test mutating func aTorOfOthersIsLeftAlone() throws {
    health.changed(.up, at: clock.now)
    var all: [OnionHealth.Directive] = []
    for _ in 0..<12 {
      try untilProbe()
      all += health.probed(succeeded: false, at: clock.now)
    }
    #expect(!all.contains(.restartTor) && all.count { $0 == .republish } == 4)
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
