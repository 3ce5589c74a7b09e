import Kademlia
import Wire
import World

/// Nodes come and go, and the network falls apart and together.
extension SimulatedNetwork {
  /// Stops a node: its links close, and those who ask it get no answer.
  package mutating func stop(_ node: Int, comesBackAfter pause: Duration? = nil) {
    guard nodes[node].isUp else { return }
    nodes[node].isUp = false
    nodes[node].saved = nodes[node].engine.contactsToSave
    for peer in nodes[node].links.keys.sorted() { cut(node, from: peer) }
    nodes[node].waiting = [:]
    if let pause { events.plan(.comeBack(node), at: now.instant + pause) }
  }

  /// Starts a node again, with its records and its saved contacts; `forgets` what was saved, if it is to. What it has
  /// published it publishes again.
  package mutating func restart(_ node: Int, forgets: Bool = false) {
    guard !nodes[node].isUp else { return }
    nodes[node].isUp = true
    nodes[node].life += 1
    nodes[node].wakesAt = nil
    if forgets { nodes[node].saved = [] }
    let own = nodes[node].identity.contact
    nodes[node].engine = Engine(
      local: own.nodeID, seeds: seeds.filter { $0 != own.address }, records: nodes[node].records,
      settings: settings.kademlia, proven: proven)
    start(node)
    planLeaving(of: node, isUnderWay: false)
    guard nodes[node].publishes else { return }
    let bundle = nodes[node].identity.bundle(at: now.timestamp)
    do {
      carryOut(try nodes[node].engine.resumePublishing(bundle, at: now, using: &rng), of: node)
    } catch {
      preconditionFailure("a bundle signed now is a record: \(error)")
    }
  }

  /// Parts the network: nodes of which `isApart` holds no longer reach the others, nor these them.
  package mutating func part(_ isApart: (Int) -> Bool) {
    for node in nodes.indices { nodes[node].side = isApart(node) ? 1 : 0 }
    for node in nodes.indices where nodes[node].side == 1 {
      for peer in nodes[node].links.keys.sorted() where nodes[peer].side == 0 { cut(node, from: peer) }
    }
  }

  /// All reach one another again.
  package mutating func heal() {
    for node in nodes.indices { nodes[node].side = 0 }
  }

  mutating func planLeaving(of node: Int, isUnderWay: Bool) {
    guard let sessions = settings.sessions else { return }
    let rest = isUnderWay ? sessions.online.sampleOfRest(using: &rng) : sessions.online.sample(using: &rng)
    events.plan(.leave(node, life: nodes[node].life), at: now.instant + rest)
  }

  mutating func leave(_ node: Int, life: Int) {
    guard nodes[node].isUp, nodes[node].life == life, let sessions = settings.sessions else { return }
    let pause = sessions.offline.sample(using: &rng)
    if Double.random(in: 0..<1, using: &rng) < sessions.replaced {
      events.plan(.newcomer, at: now.instant + pause)
      stop(node)
      return
    }
    guard Double.random(in: 0..<1, using: &rng) < sessions.orderly else {
      return stop(node, comesBackAfter: pause)
    }
    carryOut(nodes[node].engine.leave(at: now, using: &rng), of: node)
    // What a daemon that is told to stop waits for.
    events.plan(.stop(node, life: life, comesBackAfter: pause), at: now.instant + .seconds(10))
  }

  /// A node that nobody has known, with a few addresses that its owner was given.
  mutating func addNewcomer() {
    let known = (0..<3).map { _ in nodes[anyNode()].identity.contact }
    let identity = SimulatedIdentity(using: &rng)
    addNode(identity, table: nil, startAt: now.instant)
    let node = nodes.count - 1
    nodes[node].saved = known
    planLeaving(of: node, isUnderWay: false)
    publish(from: node)
  }

  /// A link is up; who holds too many closes the idlest.
  mutating func link(_ node: Int, with peer: Int) {
    (nodes[node].links[peer], nodes[peer].links[node]) = (now.instant, now.instant)
    for end in [node, peer] where nodes[end].links.count > settings.links {
      let byUse = nodes[end].links.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      for idle in byUse.prefix(settings.links / 8) { cut(end, from: idle.key) }
    }
  }

  /// Closes the link of two nodes.
  mutating func cut(_ node: Int, from peer: Int) {
    nodes[node].links[peer] = nil
    nodes[peer].links[node] = nil
    nodes[node].engine.linkDown(contacts[peer].nodeID)
    nodes[peer].engine.linkDown(contacts[node].nodeID)
  }
}
