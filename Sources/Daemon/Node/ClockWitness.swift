import Chat
import Wire
import World

/// What the clocks of other nodes say of this machine's. Only nodes that were dialled count: tor sees to it that they are
/// who they are, and strangers who dial cannot tell this node the time.
struct ClockWitness {
  /// This machine's clock disagrees with most of those that were seen.
  struct Verdict: Hashable {
    /// By how much it is ahead of them; below zero it is behind.
    let ahead: Duration
    /// Nodes that say so, of all that were seen lately.
    let witnesses: Int
    let seen: Int
  }

  private struct View {
    /// What the other's clock showed, and when that was by the clock that never jumps.
    let time: Timestamp
    let at: Instant
  }

  private var views: [PeerAddress: View] = [:]

  /// A dialled node showed its time.
  mutating func saw(_ time: Timestamp, at address: PeerAddress, _ now: Moment) {
    views = views.filter { now.instant - $0.value.at < DaemonSettings.clockViewLifetime }
    if views[address] == nil, views.count >= DaemonSettings.clockViews,
      let oldest = views.min(by: { ($0.value.at, $0.key.text) < ($1.value.at, $1.key.text) })
    {
      views[oldest.key] = nil
    }
    views[address] = View(time: time, at: now.instant)
  }

  /// A node that was dialled before has dialled this one: only so does it tell the time again.
  mutating func heard(_ time: Timestamp, from address: PeerAddress, _ now: Moment) {
    if views[address] != nil { saw(time, at: address, now) }
  }

  /// Nil while the clock agrees with as many as it does not, or nobody was seen.
  ///
  /// The other clocks are taken to have gone on since, so one that is set here is seen at once.
  func verdict(at now: Moment) -> Verdict? {
    let lately = views.values.filter { now.instant - $0.at < DaemonSettings.clockViewLifetime }
    let leads = lately.map { now.timestamp - ($0.time + (now.instant - $0.at)) }.sorted()
    let off = leads.filter { abs($0.inSeconds) > DaemonSettings.clockTolerance.inSeconds }
    guard off.count * 2 > leads.count else { return nil }
    return Verdict(ahead: off[off.count / 2], witnesses: off.count, seen: leads.count)
  }
}

extension ClockWitness {
  func standing(at now: Moment) -> ClockStanding {
    if verdict(at: now) != nil { return .doubted }
    return views.values.contains { now.instant - $0.at < DaemonSettings.clockViewLifetime } ? .agreed : .unknown
  }
}

extension ClockWitness.Verdict {
  /// A sentence for a person. One other clock may as well be the wrong one.
  var text: String {
    let isAhead = ahead > .zero
    return witnesses == 1
      ? "this machine's clock is \(ahead.roughly) \(isAhead ? "ahead of" : "behind") that of the only node whose time was seen"
      : "this machine's clock is \(ahead.roughly) \(isAhead ? "ahead" : "behind"), say \(witnesses) of the \(seen) nodes whose time was seen"
  }

  /// Whether it is this machine's clock that is wrong, as far as can be told.
  var isCertain: Bool { witnesses > 1 }

  var fix: String {
    isCertain
      ? "set the clock: timedatectl set-ntp true; messages wait until then, and nothing is lost"
      : "compare the clock of this machine with a watch; if it is right, the other one is wrong"
  }
}
