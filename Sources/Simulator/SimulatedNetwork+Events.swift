import Kademlia
import Wire
import World

/// What happens in the network: dials, questions, answers.
extension SimulatedNetwork {
  mutating func handle(_ event: Event) {
    switch event {
    case .start(let node): start(node)
    case .wake(let node): wake(node)
    case .request(let from, let to, let life, let id, let request):
      deliver(request, id: id, from: from, to: to, life: life)
    case .response(let from, let to, let life, let id, let response):
      guard nodes[to].isUp, nodes[to].life == life else { return }
      let sender = contacts[from].nodeID
      carryOut(nodes[to].engine.received(response, to: id, from: sender, at: now, using: &rng), of: to)
    case .dialled(let node, let life, let address, let dial): dialEnded(by: node, life: life, address, dial)
    case .leave(let node, let life): leave(node, life: life)
    case .stop(let node, let life, let pause):
      if nodes[node].life == life { stop(node, comesBackAfter: pause) }
    case .comeBack(let node): restart(node)
    case .newcomer: addNewcomer()
    case .knock(let sybil): knock(sybil)
    }
  }

  mutating func start(_ node: Int) {
    guard nodes[node].isUp, nodes[node].role == .honest else { return }
    carryOut(nodes[node].engine.start(saved: nodes[node].saved, at: now, using: &rng), of: node)
  }

  private mutating func wake(_ node: Int) {
    guard nodes[node].isUp, nodes[node].wakesAt == now.instant else { return }
    nodes[node].wakesAt = nil
    // What it was to wake for may have been done meanwhile.
    guard let deadline = nodes[node].engine.nextDeadline, deadline <= now.instant else { return planWake(of: node) }
    noteWake(of: node)
    carryOut(nodes[node].engine.tick(at: now, using: &rng), of: node)
  }

  // MARK: Directives

  mutating func carryOut(_ directives: [Engine.Directive], of node: Int) {
    check(directives, of: node)
    for directive in directives {
      switch directive {
      case .request(let id, let contact, let request): ask(contact, request, id: id, from: node)
      case .cancel: break  // A request that waits for a dial is looked at again when that has ended.
      case .dialSeed(let address): dial(address, .seed, by: node)
      case .probe(let contact): dial(contact.address, .probe(contact.nodeID), by: node)
      case .found(let id, _, _):
        let key = key(of: id, at: node)
        if let start = begun.removeValue(forKey: key) { firstCopies[key] = now.instant - start }
      case .pinged, .audited, .left: break
      case .finished(let id, let outcome): outcomes[key(of: id, at: node)] = outcome
      case .published(let report):
        reports[node] = report
        if report.accepted > 0 { nodes[node].isPublished = true }
      case .republish: publish(from: node)
      case .saveContacts(let contacts): nodes[node].saved = contacts
      case .storeFailed(let error): preconditionFailure("records in memory do not fail: \(error)")
      }
    }
    planWake(of: node)
  }

  private mutating func planWake(of node: Int) {
    guard let deadline = nodes[node].engine.nextDeadline else { return }
    let wakesAt = max(deadline, now.instant)
    if nodes[node].wakesAt.map({ wakesAt < $0 }) ?? true {
      nodes[node].wakesAt = wakesAt
      events.plan(.wake(node), at: wakesAt)
    }
  }

  // MARK: Links

  private mutating func ask(_ contact: Contact, _ request: DHTRequest, id: RequestID, from node: Int) {
    if let peer = index(of: contact), nodes[node].links[peer] != nil {
      put(request, id: id, from: node, to: peer)
      return
    }
    let isBeingDialled = nodes[node].waiting[contact.address] != nil
    nodes[node].waiting[contact.address, default: []].append((id, contact, request))
    if !isBeingDialled { dial(contact.address, .request, by: node) }
  }

  /// Who listens at the address of a contact: mostly the contact.
  private func index(of contact: Contact) -> Int? {
    if let index = indexByID[contact.nodeID], contacts[index] == contact { return index }
    return indexByAddress[contact.address]
  }

  private mutating func put(_ request: DHTRequest, id: RequestID, from node: Int, to peer: Int) {
    requests += 1
    nodes[node].links[peer] = now.instant
    guard Double.random(in: 0..<1, using: &rng) >= settings.loss else { return }
    events.plan(
      .request(from: node, to: peer, life: nodes[node].life, id, request), at: now.instant + halfRoundTrip())
  }

  private mutating func deliver(_ request: DHTRequest, id: RequestID, from asker: Int, to node: Int, life: Int) {
    guard nodes[node].isUp, nodes[node].links[asker] != nil else { return }
    nodes[node].links[asker] = now.instant
    let requester = Requester(link: UInt64(asker), nodeID: contacts[asker].nodeID)
    guard let response = answer(of: node, to: request, from: requester),
      Double.random(in: 0..<1, using: &rng) >= settings.loss
    else { return }
    events.plan(
      .response(from: node, to: asker, life: life, id, response), at: now.instant + halfRoundTrip())
  }

  private mutating func answer(of node: Int, to request: DHTRequest, from requester: Requester) -> DHTResponse? {
    switch nodes[node].role {
    case .honest: try? nodes[node].engine.answer(request, from: requester, at: now)
    case .sybil(let behaviour, let key): answer(of: node, behaviour, guarding: key, to: request)
    }
  }

  private mutating func halfRoundTrip() -> Duration { settings.roundTrip.sample(using: &rng) / 2 }

  private mutating func dial(_ address: PeerAddress, _ dial: Dial, by node: Int) {
    let isThere = indexByAddress[address].map { canReach($0, from: node) } ?? false
    guard isThere || settings.deadNodesRefuse else { return }
    let delay = isThere ? settings.dial : settings.dialFailure
    events.plan(
      .dialled(by: node, life: nodes[node].life, address, dial), at: now.instant + delay.sample(using: &rng))
  }

  private mutating func dialEnded(by node: Int, life: Int, _ address: PeerAddress, _ dial: Dial) {
    guard nodes[node].isUp, nodes[node].life == life else { return }
    guard let peer = indexByAddress[address], canReach(peer, from: node) else {
      dialFailed(by: node, address, dial)
      return
    }
    let (own, other) = (contacts[node], contacts[peer])
    link(node, with: peer)
    let queued = takeWaiting(for: address, of: &nodes[node].engine, among: &nodes[node].waiting)
    for asked in queued where asked.contact.nodeID == other.nodeID {
      put(asked.request, id: asked.id, from: node, to: peer)
    }
    carryOut(nodes[node].engine.proven(other, dialled: true, at: now, using: &rng), of: node)
    for asked in queued where asked.contact.nodeID != other.nodeID {
      carryOut(nodes[node].engine.failed(asked.id, .otherIdentity, at: now, using: &rng), of: node)
    }
    guard peer != node, nodes[peer].role == .honest else { return }
    carryOut(nodes[peer].engine.proven(own, dialled: false, at: now, using: &rng), of: peer)
  }

  /// The requests that wait for a dial and are still wanted. The engine is lent: a call that only reads it through its
  /// node would copy it.
  private func takeWaiting(
    for address: PeerAddress, of engine: inout Engine, among waiting: inout [PeerAddress: [SimulatedNode.Waiting]]
  ) -> [SimulatedNode.Waiting] {
    (waiting.removeValue(forKey: address) ?? []).filter { engine.isWanted($0.id) }
  }

  private func canReach(_ peer: Int, from node: Int) -> Bool {
    nodes[peer].isUp && nodes[peer].side == nodes[node].side
  }

  private mutating func dialFailed(by node: Int, _ address: PeerAddress, _ dial: Dial) {
    switch dial {
    case .seed: nodes[node].engine.seedFailed(address)
    case .probe(let nodeID):
      nodes[node].engine.probeFailed(Contact(nodeID: nodeID, address: address), at: now)
    case .request:
      for asked in nodes[node].waiting.removeValue(forKey: address) ?? [] {
        carryOut(nodes[node].engine.failed(asked.id, .unreachable, at: now, using: &rng), of: node)
      }
    }
  }
}
