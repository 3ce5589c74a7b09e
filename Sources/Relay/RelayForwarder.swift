package import Wire
package import World

/// Passes sealed messages on for others. It knows live links and the identifier space; who is beyond a link it learns
/// from whoever calls it.
package struct RelayForwarder: Sendable {
  /// What is to be done with an envelope.
  package enum Directive: Hashable, Sendable {
    /// It is for this node: look inside.
    case open(UnverifiedMessage)
    /// Sign it and send it on the live links of these peers.
    case forward(RelayEnvelope, to: [NodeID])
    /// No live link leads on: dial the known node that is nearest to `point`, if it is nearer than this one and not
    /// `from`, and send it there.
    case route(RelayEnvelope, toward: NodeID, from: NodeID)
  }

  package let local: NodeID
  package let settings: RelaySettings
  /// Whether envelopes of others are passed on.
  package var isOn: Bool
  package private(set) var counters = Counters()
  private var allowances: LinkAllowances
  private var seen: SeenEnvelopes

  package init(local: NodeID, isOn: Bool = true, settings: RelaySettings = RelaySettings()) {
    self.local = local
    self.isOn = isOn
    self.settings = settings
    allowances = LinkAllowances(
      perLink: settings.relayPerLink, inTotal: settings.relayInTotal, maximumLinks: settings.rememberedLinks)
    seen = SeenEnvelopes(capacity: settings.seenEntries, lifetime: settings.seenLifetime)
  }

  /// An envelope of this node's own, for a first hop. `origin` is what it claims to be from: a one-use identity.
  package func envelope(
    _ message: WireMessage, to target: NodeID, origin: NodeID, using chance: inout some RandomNumberGenerator
  ) -> RelayEnvelope {
    RelayEnvelope(
      id: RandomID.uuid(using: &chance), targetPeerID: target.hex, originPeerID: origin.peerID,
      ttl: UInt8.random(in: settings.initialTTL, using: &chance), hopCount: 0, message: UnverifiedMessage(message))
  }

  /// An envelope came, in a message that its sender signed.
  /// - Parameters:
  ///   - link: on which it came; its rate is the link's.
  ///   - neighbours: the proven peers of live links.
  package mutating func received(
    _ envelope: RelayEnvelope, on link: UInt64, from sender: NodeID, neighbours: [NodeID], at now: Moment
  ) -> [Directive] {
    guard allowances.take(link, at: now.instant) else { return drop("rate") }
    let target = envelope.targetPeerID
    guard RelayTarget.isValid(target), envelope.id.utf8.count <= 64, let point = RelayTarget.point(target) else {
      return drop("malformed")
    }
    guard (1...settings.maximumTTL).contains(envelope.ttl) else { return drop("ttl") }
    let key = SeenEnvelopes.Key(envelope.id, target, envelope.message.message.signature)
    guard seen.insert(key, at: now.instant) else { return drop("seen") }
    if RelayTarget.names(target, local) {
      counters.count("relay.arrived")
      return [.open(envelope.message)]
    }
    guard isOn else { return drop("off") }
    guard envelope.ttl > 1 else { return drop("expired") }
    var next = envelope
    next.ttl -= 1
    next.hopCount = envelope.hopCount == .max ? .max : envelope.hopCount + 1
    counters.count("relay.forwarded")
    let hops = hops(toward: point, target, neighbours.filter { $0 != sender })
    return hops.isEmpty ? [.route(next, toward: point, from: sender)] : [.forward(next, to: hops)]
  }

  /// The link itself if one leads to the target, else the nearest of those that are nearer than this node.
  private func hops(toward point: NodeID, _ target: String, _ neighbours: [NodeID]) -> [NodeID] {
    if let direct = neighbours.first(where: { RelayTarget.names(target, $0) }) { return [direct] }
    let nearer = neighbours.filter { $0.isNearer(to: point, than: local) }
    return Array(nearer.sorted { $0.isNearer(to: point, than: $1) }.prefix(settings.fanOut))
  }

  /// A link has closed.
  package mutating func linkClosed(_ link: UInt64) { allowances.forget(link) }

  private mutating func drop(_ reason: String) -> [Directive] {
    counters.count("relay.dropped." + reason)
    return []
  }
}
