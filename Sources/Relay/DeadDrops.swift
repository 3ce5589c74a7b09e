package import Wire
package import World

/// Dead drops: sealed messages that are copied from node to node and held for hours, until their target appears. They
/// are held in memory: whoever floods them does not get this node's disk.
package struct DeadDrops: Sendable {
  package enum Directive: Hashable, Sendable {
    /// It is for this node.
    case open(DeadDropEnvelope)
    /// Sign it and send it on the live links of these peers.
    case flood(DeadDropEnvelope, to: [NodeID])
  }

  package let local: NodeID
  package let settings: RelaySettings
  /// Whether drops for others are taken.
  package var isOn: Bool
  package private(set) var counters = Counters()
  private var allowances: LinkAllowances
  private var seen: SeenEnvelopes
  private var held: [DeadDropEnvelope] = []
  private(set) var heldBytes = 0

  package init(local: NodeID, isOn: Bool = true, settings: RelaySettings = RelaySettings()) {
    self.local = local
    self.isOn = isOn
    self.settings = settings
    allowances = LinkAllowances(
      perLink: settings.dropsPerLink, inTotal: settings.dropsInTotal, maximumLinks: settings.rememberedLinks)
    // Longer than any drop that was seen is accepted: what has expired meanwhile is refused for that.
    seen = SeenEnvelopes(capacity: settings.seenEntries, lifetime: settings.dropLifetime + settings.clockSkew * 2)
  }

  /// How many drops are held.
  package var count: Int { held.count }

  /// A drop came, in a message that its sender signed; `neighbours` are the proven peers of live links.
  package mutating func received(
    _ drop: DeadDropEnvelope, on link: UInt64, from sender: NodeID, neighbours: [NodeID], at now: Moment
  ) -> [Directive] {
    guard allowances.take(link, at: now.instant) else { return refuse("rate") }
    let target = drop.targetPeerID
    guard RelayTarget.isValid(target), drop.sealed.isWellFormed, (1...64).contains(drop.id.utf8.count) else {
      return refuse("malformed")
    }
    let expiry = drop.expiresAt.timestamp
    guard expiry > now.timestamp else { return refuse("expired") }
    guard expiry <= now.timestamp + settings.dropLifetime + settings.clockSkew else { return refuse("too-long") }
    let key = SeenEnvelopes.Key(drop.id, target, drop.sealed.digest)
    guard seen.insert(key, at: now.instant) else { return refuse("seen") }
    if RelayTarget.names(target, local) {
      counters.count("drops.arrived")
      return [.open(drop)]
    }
    guard isOn else { return refuse("off") }
    let others = neighbours.filter { $0 != sender }
    if let owner = others.first(where: { RelayTarget.names(target, $0) }) { return [.flood(drop, to: [owner])] }
    hold(drop, at: now.timestamp)
    let next = Array(others.sorted().prefix(settings.dropFanOut))
    return next.isEmpty ? [] : [.flood(drop, to: next)]
  }

  /// A drop of this node's own. It goes out as another's would, and is known when it comes back.
  package mutating func begin(_ drop: DeadDropEnvelope, neighbours: [NodeID], at now: Moment) -> [Directive] {
    let next = Array(neighbours.sorted().prefix(settings.dropFanOut))
    let key = SeenEnvelopes.Key(drop.id, drop.targetPeerID, drop.sealed.digest)
    guard !next.isEmpty, seen.insert(key, at: now.instant) else { return [] }
    counters.count("drops.begun")
    return [.flood(drop, to: next)]
  }

  /// A link was proven to be a peer's: it gets what is held for it. Other nodes hold copies, should this one be lost.
  package mutating func linkProven(_ peer: NodeID, at now: Moment) -> [Directive] {
    expire(at: now.timestamp)
    let due = held.filter { RelayTarget.names($0.targetPeerID, peer) }
    guard !due.isEmpty else { return [] }
    held.removeAll { RelayTarget.names($0.targetPeerID, peer) }
    heldBytes -= due.reduce(0) { $0 + $1.sealed.byteCount }
    return due.map { .flood($0, to: [peer]) }
  }

  /// A link has closed.
  package mutating func linkClosed(_ link: UInt64) { allowances.forget(link) }

  private mutating func hold(_ drop: DeadDropEnvelope, at now: Timestamp) {
    guard drop.sealed.byteCount <= settings.dropBytes else { return counters.count("drops.refused.too-large") }
    expire(at: now)
    held.append(drop)
    heldBytes += drop.sealed.byteCount
    while held.count > settings.drops || heldBytes > settings.dropBytes {
      let soonest = held.indices.min {
        held[$0].expiresAt.secondsSinceReference < held[$1].expiresAt.secondsSinceReference
      }
      guard let soonest else { return }
      heldBytes -= held.remove(at: soonest).sealed.byteCount
      counters.count("drops.displaced")
    }
  }

  private mutating func expire(at now: Timestamp) {
    held.removeAll { $0.expiresAt.timestamp <= now }
    heldBytes = held.reduce(0) { $0 + $1.sealed.byteCount }
  }

  private mutating func refuse(_ reason: String) -> [Directive] {
    counters.count("drops.refused." + reason)
    return []
  }
}
