package import Wire
package import World

/// Who is linked, and who enters the routing table.
extension Engine {
  /// A link is up and its peer has proven its keys.
  /// - Parameters:
  ///   - contact: the proven identity, and the address that was dialled, or that the peer's bundle names: an address
  ///     on its own onion. A peer without an address is not reported.
  ///   - dialled: whether this node dialled that address.
  ///   - workBits: of the proof of work on the identity, as the peer's checked bundle has it.
  package mutating func proven(
    _ contact: Contact, dialled: Bool, workBits: Int = 0, at now: Moment,
    using rng: inout some RandomNumberGenerator
  ) -> [Directive] {
    if dialled { joining.dialling[contact.address] = nil }
    guard contact.nodeID != local else {
      joining.seeds.removeAll { $0 == contact.address }
      return finishTurn()
    }
    let wasDialled = links[contact.nodeID]?.isDialled == true
    if dialled || !wasDialled {
      links[contact.nodeID] = Link(contact: contact, isDialled: dialled, workBits: workBits)
    }
    let entry = table.entry(contact.nodeID)
    if dialled { (door.probing[contact.nodeID], door.retries[contact.nodeID]) = (nil, nil) }
    let isNew = dialled && entry?.contact.address != contact.address
    if isNew || (entry?.failures ?? 0) > 0 {
      // It may enter the table, or was given up and is back.
      if !isAsked(contact.nodeID) { send(.ping, to: contact, for: .liveness, at: now, using: &rng) }
    } else if !dialled, !wasDialled {
      probe(contact, at: now.instant)
    }
    return finishTurn()
  }

  /// The last link to a peer has closed. That alone makes nobody leave the table.
  package mutating func linkDown(_ nodeID: NodeID) {
    links[nodeID] = nil
    door.retries[nodeID] = nil
  }

  /// An inbound peer could not be dialled back. While its link stays that is tried again.
  package mutating func probeFailed(_ contact: Contact, at now: Moment) {
    if door.probing.removeValue(forKey: contact.nodeID) != nil { counters.count("probes.failed") }
    guard links[contact.nodeID]?.isDialled == false else { return }
    door.planRetry(of: contact.nodeID, settings: settings, at: now.instant)
  }

  // MARK: Inside

  /// Has an inbound peer dialled back, if the table has room for it.
  private mutating func probe(_ contact: Contact, at now: Instant) {
    guard table.entry(contact.nodeID) == nil, table.hasRoom(for: contact.nodeID) else { return }
    door.forgetProbes(before: now, settings: settings)
    guard door.probing.count < settings.probes, door.probed[contact.nodeID] == nil,
      door.probed.count < settings.budgets
    else { return }
    door.probing[contact.nodeID] = now
    door.probed[contact.nodeID] = now
    counters.count("probes.sent")
    directives.append(.probe(contact))
  }

  /// Dials those back again whose time has come.
  mutating func retryProbes(at now: Instant) {
    let due = door.retries.filter { $0.value.due.map { $0 <= now } ?? false }.keys.sorted()
    for nodeID in due {
      guard let link = links[nodeID], !link.isDialled, table.entry(nodeID) == nil, table.hasRoom(for: nodeID) else {
        door.retries[nodeID] = nil
        continue
      }
      door.probed[nodeID] = nil
      probe(link.contact, at: now)
      let next = door.probing[nodeID] == nil ? now + settings.probeBackoff.lowerBound : nil
      door.retries[nodeID]?.due = next
    }
  }

  /// A contact answered: it is renewed, or enters the table if this node has dialled it.
  mutating func noteAnswer(of asked: Outstanding, at now: Moment, using rng: inout some RandomNumberGenerator) {
    let nodeID = asked.contact.nodeID
    if let link = links[nodeID], link.isDialled {
      admit(link, namedBy: introducer(of: asked), at: now, using: &rng)
    }
    table.answered(nodeID, roundTrip: asked.hadLink ? now.instant - asked.sentAt : nil, at: now.instant)
    if joining.nextAttempt != nil, table.goodCount > 0 { joined(at: now, using: &rng) }
  }

  /// Who named the contact of a request to the lookup that it belongs to, or to one that is asking it now.
  private func introducer(of asked: Outstanding) -> NodeID? {
    let nodeID = asked.contact.nodeID
    guard !table.contains(nodeID) else { return nil }
    if let introducer = introducer(of: nodeID, toThatOf: asked) { return introducer }
    for place in outstanding.indices where outstanding.values[place].contact.nodeID == nodeID {
      if let introducer = introducer(of: nodeID, toThatOf: outstanding.values[place]) { return introducer }
    }
    return nil
  }

  private func introducer(of nodeID: NodeID, toThatOf request: Outstanding) -> NodeID? {
    guard case .lookup(let lookup) = request.purpose else { return nil }
    return lookups[lookup]?.walk.introducer(of: nodeID)
  }

  private mutating func admit(
    _ link: Link, namedBy introducer: NodeID?, at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    let contact = link.contact
    switch table.admit(
      contact, introducer: introducer, workBits: link.workBits, limits: limits, at: now.instant)
    {
    case .added:
      counters.count("table.added")
      upkeep.isChanged = true
      giveOwnRecord(to: contact, at: now, using: &rng)
    case .renewed: break
    case .waiting(let eldest): checkEldest(eldest, at: now, using: &rng)
    case .refusedAsLocal: break
    case .refusedAddressTaken: counters.count("table.address-taken")
    case .refusedIntroducer: counters.count("table.refused.introducer")
    case .refusedPacked: counters.count("table.refused.packed")
    case .refusedWithoutWork: counters.count("table.refused.without-work")
    }
  }

  /// The contact that a newcomer waits behind is asked whether it is there, unless it has been heard of just now.
  private mutating func checkEldest(
    _ eldest: Contact, at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    guard let entry = table.entry(eldest.nodeID), now.instant - entry.lastSeen > settings.recentlySeen,
      !isAsked(eldest.nodeID)
    else { return }
    send(.ping, to: eldest, for: .liveness, at: now, using: &rng)
  }

  mutating func removeContact(_ nodeID: NodeID, at now: Moment, using rng: inout some RandomNumberGenerator) {
    table.remove(nodeID, at: now.instant)
    upkeep.isChanged = true
    rejoinIfAlone(at: now.instant, using: &rng)
  }
}
