package import World

/// Whether the node's onion can be reached from outside, found out by connecting to it through tor on a fresh circuit,
/// and what to try when it cannot: new circuits first, then the onion afresh.
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

    package init() {}
  }

  package enum Directive: Sendable, Equatable {
    /// Connect to the onion on a circuit of its own and call `probed`.
    case probe
    case renewCircuits
    case republish
    case news(TorNews)
  }

  private enum State: Sendable {
    case unpublished
    case waiting(until: Instant)
    case probing
  }

  private let settings: Settings
  private var state = State.unpublished
  private var failures = 0

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
    if succeeded { return self.succeeded(at: now) }
    failures += 1
    state = .waiting(until: now.instant + settings.retry)
    if failures % settings.failuresUntilRepublish == 0 { return [.news(.reachable(false)), .republish] }
    return failures >= settings.failuresUntilNewCircuits ? [.renewCircuits] : []
  }

  package mutating func tick(at now: Moment) -> [Directive] {
    guard case .waiting(let due) = state, now.instant >= due else { return [] }
    state = .probing
    return [.probe]
  }

  private mutating func succeeded(at now: Moment) -> [Directive] {
    failures = 0
    state = .waiting(until: now.instant + settings.interval)
    return [.news(.reachable(true))]
  }
}
