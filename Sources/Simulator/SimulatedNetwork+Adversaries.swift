import Kademlia
package import Wire
import World

/// Sybils: they know all of the network and one another, and have no engine.
extension SimulatedNetwork {
  /// Places Sybils whose identifiers share `bits` bits with a key. They make themselves known to the nodes nearest to the
  /// key, again and again, for as long as they are up. Returns their indices.
  package mutating func attack(
    _ key: NodeID, sybils count: Int, bits: Int, _ behaviour: SimulatedNode.Behaviour
  ) -> [Int] {
    let first = nodes.count
    for _ in 0..<count {
      let identity = SimulatedIdentity(sharing: bits, with: key, using: &rng)
      addNode(identity, role: .sybil(behaviour, key: key), table: nil, startAt: now.instant)
      let delay = Duration.seconds(Double.random(in: 0..<60, using: &rng))
      events.plan(.knock(nodes.count - 1), at: now.instant + delay)
    }
    sybils[key, default: []] += first..<nodes.count
    return Array(first..<nodes.count)
  }

  /// A Sybil opens a link to each of the nodes nearest to its key, in the hope to be dialled back and taken in.
  mutating func knock(_ sybil: Int) {
    guard nodes[sybil].isUp, case .sybil(_, let key) = nodes[sybil].role else { return }
    for node in nearest(to: key, count: 2 * settings.kademlia.k)
    where nodes[node].engine.table.entry(nodes[sybil].identity.nodeID) == nil {
      if nodes[node].links[sybil] != nil { cut(sybil, from: node) }
      link(node, with: sybil)
      let contact = nodes[sybil].identity.contact
      carryOut(nodes[node].engine.proven(contact, dialled: false, at: now, using: &rng), of: node)
    }
    events.plan(.knock(sybil), at: now.instant + .seconds(120))
  }

  /// What a Sybil answers.
  mutating func answer(
    of sybil: Int, _ behaviour: SimulatedNode.Behaviour, guarding key: NodeID, to request: DHTRequest
  ) -> DHTResponse {
    switch request {
    case .ping: .pong
    case .findNode(let target): .nodes(named(by: behaviour, guarding: key, near: target))
    case .findValue(let query):
      .value(
        served(by: sybil, behaviour, guarding: key), nodes: named(by: behaviour, guarding: key, near: query.target))
    case .store: .stored(.accepted)
    }
  }

  // MARK: Inside

  private mutating func named(
    by behaviour: SimulatedNode.Behaviour, guarding key: NodeID, near target: NodeID
  ) -> [Contact] {
    switch behaviour {
    case .drops, .lies:
      let up = (sybils[key] ?? []).filter { nodes[$0].isUp }.map { nodes[$0].identity.contact }
      let near = up.sorted { $0.nodeID.distance(to: target) < $1.nodeID.distance(to: target) }
      return Array(near.prefix(settings.kademlia.k))
    case .forges:
      return (0..<settings.kademlia.k).map { _ in
        // Nearer than any node of a network of millions.
        SimulatedIdentity(sharing: Int.random(in: 24..<64, using: &rng), with: target, using: &rng).contact
      }
    }
  }

  /// The two lies there are, by turns: the victim's bundle with another name under the old signature, which no check
  /// lets pass, and one that the victim signed once and has replaced since, which every check lets pass.
  private func served(
    by sybil: Int, _ behaviour: SimulatedNode.Behaviour, guarding key: NodeID
  ) -> [PreKeyBundle] {
    switch behaviour {
    case .drops, .forges: return []
    case .lies:
      guard let victim = indexByID[key] else { return [] }
      let identity = nodes[victim].identity
      guard sybil.isMultiple(of: 2) else {
        return [identity.bundle(at: now.timestamp - Self.ageOfLies)]
      }
      var bundle = identity.bundle(at: now.timestamp)
      bundle.username = "mallory"
      return [bundle]
    }
  }

  /// As old as a record is when its owner publishes it anew: it is in force for as long again.
  private static var ageOfLies: Duration { .seconds(12 * 3600) }

  private func nearest(to key: NodeID, count: Int) -> [Int] {
    let honest = nodes.indices.filter { nodes[$0].isUp && nodes[$0].role == .honest }
    let byDistance = honest.map { (distance: nodes[$0].identity.nodeID.distance(to: key), index: $0) }
      .sorted { $0.distance < $1.distance }
    return byDistance.prefix(count).map(\.index)
  }
}
