package import World

/// Whether the node's onion can be reached from outside, found out by connecting to it through tor on a fresh circuit,
/// and what to try when it cannot: new circuits first, then the onion afresh, and when that has not helped either an own
/// tor is started again.
///
/// tor may believe that a service is published while its introduction points are dead or its directories hold an old
/// descriptor; only a connection tells.
package struct OnionHealth: Sendable {
  package struct Settings: Sendable {
    /// First probe after publication: the directories need a moment.
    package var first = Duration.seconds(30)
    /// Between probes that succeed: one circuit in ten minutes is no load on the network.
    package var interval = Duration.seconds(600)
    /// After a probe that failed.
    package var retry = Duration.seconds(60)
    /// Failures in a row until tor shall make new circuits: one failure is nothing unusual.
    package var failuresUntilNewCircuits = 2
    /// Failures in a row until the onion counts as unreachable and is added afresh, and again after as many.
    package var failuresUntilRepublish = 3
    /// Failures in a row until an own tor is started again: the onion has been added afresh and was given as many probes
    /// again.
    package var failuresUntilRestart = 6
    /// Between two such starts: they end every circuit, and when one has not helped the fault lies elsewhere.
    package var restartInterval = Duration.seconds(3600)

    package init() {}
  }

  package enum Directive: Sendable, Equatable {
    /// Connect to the onion on a circuit of its own and call `probed`.
    case probe
    case renewCircuits
    case republish
    /// End an own tor, so that a new one starts; a tor of somebody else is left alone.
    case restartTor
    case news(TorNews)
  }

  /// What has been tried last against the failures since the last success.
  package enum Remedy: String, Sendable, CaseIterable {
    case newCircuits = "new circuits"
    case republish = "published afresh"
    case restartTor = "tor started again"
  }

  private enum State: Sendable {
    case unpublished
    case waiting(until: Instant)
    case probing
  }

  /// Whether tor is the node's own, to be started again.
  package var isOwnTor = false
  private let settings: Settings
  private var state = State.unpublished
  private var restartedAt: Instant?
  /// Probes that failed since the onion was reached last.
  package private(set) var failures = 0
  /// When a probe ended last, and when the onion was last reached from outside.
  package private(set) var lastProbe: Timestamp?
  package private(set) var lastReached: Timestamp?
  /// Nil while nothing is wrong.
  package private(set) var remedy: Remedy?
  package private(set) var counters = Counters()

  package init(settings: Settings = Settings()) { self.settings = settings }

  /// When `tick` is due.
  package var nextDeadline: Instant? {
    if case .waiting(let due) = state { due } else { nil }
  }

  /// The onion's state as tor tells it.
  package mutating func changed(_ onion: OnionState, at now: Moment) {
    switch (onion, state) {
    case (.up, .unpublished): state = .waiting(until: now.instant + settings.first)
    case (.up, .waiting), (.up, .probing): break
    case (.none, _), (.down, _), (.publishing, _): state = .unpublished
    }
  }

  /// Somebody connected from outside: that is as good as a probe.
  package mutating func heard(at now: Moment) -> [Directive] {
    guard case .waiting = state else { return [] }
    return succeeded(at: now)
  }

  /// How a probe ended. One that began before the onion went down says nothing.
  package mutating func probed(succeeded: Bool, at now: Moment) -> [Directive] {
    guard case .probing = state else { return [] }
    lastProbe = now.timestamp
    counters.count(succeeded ? "onion.probes.reached" : "onion.probes.failed")
    if succeeded { return self.succeeded(at: now) }
    failures += 1
    state = .waiting(until: now.instant + settings.retry)
    guard let next = nextRemedy(at: now.instant) else { return [] }
    remedy = next
    switch next {
    case .newCircuits:
      counters.count("onion.healing.new-circuits")
      return [.renewCircuits]
    case .republish:
      counters.count("onion.healing.republished")
      return [.news(.reachable(false)), .republish]
    case .restartTor:
      counters.count("onion.healing.tor-restarted")
      restartedAt = now.instant
      return [.news(.reachable(false)), .restartTor]
    }
  }

  private func nextRemedy(at now: Instant) -> Remedy? {
    let mayRestart = isOwnTor && (restartedAt.map { now - $0 >= settings.restartInterval } ?? true)
    if failures % settings.failuresUntilRestart == 0, mayRestart { return .restartTor }
    if failures % settings.failuresUntilRepublish == 0 { return .republish }
    return failures >= settings.failuresUntilNewCircuits ? .newCircuits : nil
  }

  package mutating func tick(at now: Moment) -> [Directive] {
    guard case .waiting(let due) = state, now.instant >= due else { return [] }
    state = .probing
    return [.probe]
  }

  private mutating func succeeded(at now: Moment) -> [Directive] {
    failures = 0
    remedy = nil
    lastReached = now.timestamp
    state = .waiting(until: now.instant + settings.interval)
    return [.news(.reachable(true))]
  }
}
