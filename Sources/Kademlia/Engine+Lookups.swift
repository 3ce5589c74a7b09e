package import Wire
package import World

/// Lookups: begun, fed, ended.
extension Engine {
  // MARK: Use cases

  /// Finds the bundle of an identity, or all bundles under a prefix. The outcome comes as `.finished`.
  package mutating func find(
    _ query: ValueQuery, options: LookupOptions = LookupOptions(), at now: Moment,
    using rng: inout some RandomNumberGenerator
  ) -> (id: LookupID, directives: [Directive]) {
    let id = ask(query.target, query: query, options: options, at: now, using: &rng)
    return (id, finishTurn())
  }

  /// What this node holds itself, without a question to anybody: others may have something newer.
  package mutating func findHeld(
    _ query: ValueQuery, at now: Moment
  ) -> (outcome: LookupOutcome, directives: [Directive]) {
    var values = ValueCollector(query: query, settings: shared)
    for record in ownRecords(query, at: now) { values.add(record, heldBy: local) }
    let outcome = LookupOutcome(
      target: query.target, ending: .complete, closest: [], matches: values.findings.compactMap { Match($0) },
      withdrawn: values.findings.filter(\.record.isWithdrawal).map(\.record.nodeID), requests: 0, failures: 0,
      depth: 0, duration: .zero, trace: [])
    return (outcome, finishTurn())
  }

  /// Finds the nodes nearest to an identifier.
  package mutating func findNode(
    _ target: NodeID, options: LookupOptions = LookupOptions(), at now: Moment,
    using rng: inout some RandomNumberGenerator
  ) -> (id: LookupID, directives: [Directive]) {
    let id = ask(target, query: nil, options: options, at: now, using: &rng)
    return (id, finishTurn())
  }

  /// Asks one contact whether it is there. The answer comes as `.pinged`.
  package mutating func ping(
    _ contact: Contact, at now: Moment, using rng: inout some RandomNumberGenerator
  ) -> (id: LookupID, directives: [Directive]) {
    let id = takeLookupID()
    send(.ping, to: contact, for: .ping(id), at: now, using: &rng)
    return (id, finishTurn())
  }

  /// Ends a lookup early, with what it has found.
  package mutating func cancel(
    _ id: LookupID, at now: Moment, using rng: inout some RandomNumberGenerator
  ) -> [Directive] {
    if let queued = queue.remove(id) {
      directives.append(.finished(id, .empty(queued.target, .cancelled)))
    }
    end(id, .cancelled, at: now, using: &rng)
    resumeStalled(at: now, using: &rng)
    return finishTurn()
  }

  /// Whether the answer to a request is still of use. One that is not must not be made: its lookup has ended, and with
  /// it the identity under which it was to be made.
  package func isWanted(_ id: RequestID) -> Bool { outstanding[id] != nil }

  /// The lookup that a request belongs to if that is a guest's: such a request is to be made under the one-use identity
  /// of that lookup, on its circuits; nil for requests in this node's own name.
  package func guestLookup(of id: RequestID) -> LookupID? { outstanding[id]?.guest }

  // MARK: Inside

  /// Begins a lookup of a use case, now or when others have ended.
  private mutating func ask(
    _ target: NodeID, query: ValueQuery?, options: LookupOptions, at now: Moment,
    using rng: inout some RandomNumberGenerator
  ) -> LookupID {
    let id = takeLookupID()
    if lookups.count < settings.concurrentLookups {
      begin(id, .asked, target: target, query: query, options: options, at: now, using: &rng)
    } else if queue.count < settings.queuedLookups {
      queue.append(QueuedLookup(id: id, target: target, query: query, options: options))
    } else {
      counters.count("lookups.ended.busy")
      directives.append(.finished(id, .empty(target, .busy)))
    }
    return id
  }

  /// Begins a lookup of the engine's own.
  mutating func begin(
    _ purpose: ActiveLookup.Purpose, target: NodeID, query: ValueQuery?, from seeds: [Contact]? = nil,
    options: LookupOptions = LookupOptions(), at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    begin(
      takeLookupID(), purpose, target: target, query: query, from: seeds, options: options, at: now, using: &rng)
  }

  private mutating func begin(
    _ id: LookupID, _ purpose: ActiveLookup.Purpose, target: NodeID, query: ValueQuery?,
    from seeds: [Contact]? = nil, options: LookupOptions, at now: Moment,
    using rng: inout some RandomNumberGenerator
  ) {
    counters.count("lookups.started")
    let walk = Walk(
      target: target, local: local, seeds: seeds ?? startingPoints(for: target, paths: options.paths),
      paths: options.paths, limits: limits, settings: shared)
    var lookup = ActiveLookup(
      walk: walk, purpose: purpose, values: query.map { ValueCollector(query: $0, settings: shared) },
      options: options, startedAt: now.instant)
    if let query, purpose != .audit {
      for record in ownRecords(query, at: now) { lookup.values?.add(record, heldBy: local) }
    }
    lookups[id] = lookup
    if let bucket = local.distance(to: target).bucketIndex { upkeep.refreshed[bucket] = now.instant }
    advance(id, at: now, using: &rng)
  }

  /// Asks whom the lookup wants asked, and ends it when it is done.
  mutating func advance(_ id: LookupID, at now: Moment, using rng: inout some RandomNumberGenerator) {
    // Taken out and put back, since a copy would cost more than all the rest.
    guard var lookup = lookups.removeValue(forKey: id) else { return }
    let isGuest = lookup.options.isGuest
    let wanted = lookup.walk.next { !isGuest && links[$0] != nil }
    let contacts = lookup.isBriefAndDone ? [] : wanted
    let free = max(0, settings.requestsInFlight - outstanding.count)
    for contact in contacts.dropFirst(free) { lookup.walk.postpone(contact.nodeID) }
    if contacts.count > free, !stalled.contains(id) { stalled.append(id) }
    lookup.noteSettling(at: now.instant)
    for contact in contacts.prefix(free) { lookup.traceRequest(to: contact, at: now.instant) }
    let request = lookup.values.map { DHTRequest.findValue($0.query) } ?? .findNode(lookup.walk.target)
    let ending = ending(of: lookup, at: now.instant)
    lookups[id] = lookup
    for contact in contacts.prefix(free) {
      send(request, to: contact, for: .lookup(id), guest: isGuest ? id : nil, at: now, using: &rng)
    }
    if let ending { end(id, ending, at: now, using: &rng) }
  }

  /// Takes the answer of a node to a lookup.
  mutating func feed(
    _ response: DHTResponse, of contact: Contact, to id: LookupID, at now: Moment,
    using rng: inout some RandomNumberGenerator
  ) {
    let (bundles, nodes): ([PreKeyBundle], [Contact]) =
      switch response {
      case .nodes(let nodes): ([], nodes)
      case .value(let bundles, let nodes): (bundles, nodes)
      case .pong, .stored: ([], [])
      }
    let named = believable(nodes)
    let result = LookupStep.Result.answered(nodes: named.count, bundles: bundles.count)
    lookups[id]?.traceResult(result, of: contact, at: now.instant)
    var isHolder = false
    if let (new, refusals) = lookups[id]?.values?.add(bundles, from: contact.nodeID, proven: proven, at: now) {
      isHolder = refusals.count < bundles.count
      for record in new where !record.isWithdrawal {
        directives.append(.found(id, record, servedBy: contact.nodeID))
      }
      for refusal in refusals { counters.count("records.found-invalid.\(refusal.name)") }
    }
    lookups[id]?.walk.answered(contact.nodeID, contacts: named, isHolder: isHolder)
    advance(id, at: now, using: &rng)
  }

  /// Lets lookups go on that had to wait for a free request.
  mutating func resumeStalled(at now: Moment, using rng: inout some RandomNumberGenerator) {
    while !stalled.isEmpty, outstanding.count < settings.requestsInFlight {
      advance(stalled.removeFirst(), at: now, using: &rng)
    }
    while lookups.count < settings.concurrentLookups, let next = queue.popFirst() {
      begin(next.id, .asked, target: next.target, query: next.query, options: next.options, at: now, using: &rng)
    }
  }

  /// Gives lookups that have found nothing yet whoever has become known since they began.
  mutating func feedHungryLookups(at now: Moment, using rng: inout some RandomNumberGenerator) {
    for id in lookups.keys.sorted(by: { $0.number < $1.number }) {
      guard let lookup = lookups[id], lookup.purpose != .neighbourhood, !lookup.hasSomething else { continue }
      let known = startingPoints(for: lookup.walk.target)
      lookups[id]?.walk.add(known)
      advance(id, at: now, using: &rng)
    }
  }

  mutating func expireLookups(at now: Moment, using rng: inout some RandomNumberGenerator) {
    let due = lookups.indices.compactMap { place in
      deadline(of: lookups.values[place]) <= now.instant ? lookups.keys[place] : nil
    }
    for id in due.sorted(by: { $0.number < $1.number }) { endIfDone(id, at: now, using: &rng) }
  }

  /// When time alone changes something about a lookup.
  func deadline(of lookup: ActiveLookup) -> Instant {
    let timeout = lookup.startedAt + settings.lookupTimeout
    guard let settledAt = lookup.settledAt else { return timeout }
    if lookup.hasSomething {
      return min(timeout, lookup.graceEnd(after: settledAt, atMost: settings.lateGrace))
    }
    return mayYetKnowMore(lookup) ? min(timeout, lookup.startedAt + settings.joinPatience) : timeout
  }

  /// Whether this node is still joining, so that whoever can answer may not be known yet.
  private func mayYetKnowMore(_ lookup: ActiveLookup) -> Bool {
    lookup.purpose != .neighbourhood && !joining.isDone && joining.hasSomebodyToTry && !lookup.hasSomething
  }

  mutating func takeLookupID() -> LookupID {
    defer { nextLookup += 1 }
    return LookupID(number: nextLookup)
  }

  private func ending(of lookup: ActiveLookup, at now: Instant) -> LookupOutcome.Ending? {
    if lookup.mayAgree, lookup.values?.isAgreed(excluding: local) == true { return .agreed }
    if lookup.isBriefAndDone { return .complete }
    let isOver = now >= deadline(of: lookup)
    if lookup.walk.isComplete, isOver || !mayYetKnowMore(lookup) {
      return lookup.walk.isEmpty ? .alone : .complete
    }
    guard isOver else { return nil }
    return lookup.settledAt != nil && lookup.hasSomething ? .complete : .timedOut
  }

  private mutating func endIfDone(
    _ id: LookupID, at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    guard let lookup = lookups[id], let ending = ending(of: lookup, at: now.instant) else { return }
    end(id, ending, at: now, using: &rng)
  }

  private mutating func end(
    _ id: LookupID, _ ending: LookupOutcome.Ending, at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    guard let lookup = lookups.removeValue(forKey: id) else { return }
    counters.count("lookups.ended.\(ending.rawValue)")
    stalled.removeAll { $0 == id }
    dropRequests(of: id, all: ending == .cancelled)
    let findings = lookup.values?.findings ?? []
    let chosen = lookup.walk.chosen
    let outcome = LookupOutcome(
      target: lookup.walk.target, ending: ending, closest: chosen.map(\.contact),
      matches: findings.compactMap { Match($0) },
      withdrawn: findings.filter(\.record.isWithdrawal).map(\.record.nodeID), requests: lookup.walk.requests,
      failures: lookup.walk.failures,
      depth: chosen.map(\.depth).max() ?? 0, duration: now.instant - lookup.startedAt,
      trace: lookup.trace)
    repairStaleHolders(
      findings, among: outcome.closest, guest: lookup.options.isGuest ? id : nil, at: now, using: &rng)
    switch lookup.purpose {
    case .asked: directives.append(.finished(id, outcome))
    case .neighbourhood: neighbourhoodKnown(outcome, at: now, using: &rng)
    case .refresh:
      upkeep.isRefreshing = false
      estimateNetworkSize()
    case .publication: holdersFound(recipients(of: lookup, outcome), at: now, using: &rng)
    case .audit: audited(outcome, findings.first, recipients(of: lookup, outcome), at: now, using: &rng)
    }
    noteNeighbourhood(outcome, at: now.instant)
  }

  /// Who is to hold the own record: the k nearest that answered, of packed regions no more than their share, and whoever
  /// answered within the radius in which k nodes are to be expected.
  private func recipients(of lookup: ActiveLookup, _ outcome: LookupOutcome) -> [Contact] {
    let closest = outcome.closest
    guard let size = limits.networkSize else { return closest }
    let known = Set(closest)
    let within = lookup.walk.answered(within: Double(settings.k) / size).filter { !known.contains($0) }
    return closest + within.prefix(settings.furtherHolders)
  }

  /// Requests of an ended lookup: late ones go on, so that their contact is judged; the others are called off.
  private mutating func dropRequests(of id: LookupID, all: Bool) {
    let dropped = outstanding.compactMap { request, asked in
      asked.purpose == .lookup(id) && (all || !asked.isLate) ? request : nil
    }
    for request in dropped.sorted() {
      outstanding[request] = nil
      directives.append(.cancel(request))
    }
  }

  /// Whom to ask first: the nearest of the table; while that is small, whoever has a link; and while this node is
  /// joining, whom it knew when it last ran.
  private func startingPoints(for target: NodeID, paths: Int = 1) -> [Contact] {
    let known = nearest(to: target, count: settings.k * max(1, min(paths, settings.maximumPaths)))
    guard known.count < settings.k else { return known }
    let linked = links.values.filter(\.isDialled).map(\.contact)
    return known + linked.sorted { $0.nodeID.distance(to: target) < $1.nodeID.distance(to: target) }
      + (joining.isDone ? [] : joining.saved)
  }

  private func believable(_ nodes: [Contact]) -> [Contact] {
    let believes = { (contact: Contact) in settings.acceptsLoopback || contact.address.isOnion }
    return nodes.count <= settings.k && nodes.allSatisfy(believes)
      ? nodes : nodes.prefix(settings.k).filter(believes)
  }

  private mutating func ownRecords(_ query: ValueQuery, at now: Moment) -> [BundleRecord] {
    let limit = settings.matchesPerLookup
    let held = withRecords { records throws(RecordStoreError) in
      switch query {
      case .node(let nodeID): try records.record(of: nodeID, at: now.timestamp).map { [$0] } ?? []
      case .prefix(let prefix): try records.records(matching: prefix, limit: limit, at: now.timestamp)
      }
    }
    return held ?? []
  }

  /// Gives the newest record to those who served an older one; a guest does it as the guest, or it would be told by the
  /// record who it was.
  private mutating func repairStaleHolders(
    _ findings: [Finding], among closest: [Contact], guest: LookupID?, at now: Moment,
    using rng: inout some RandomNumberGenerator
  ) {
    for match in findings {
      let stale = Set(match.staleHolders)
      for contact in closest where stale.contains(contact.nodeID) {
        counters.count("records.repaired")
        send(match.record.storeRequest, to: contact, for: .copy, guest: guest, at: now, using: &rng)
      }
      if stale.contains(local) {
        _ = withRecords { records throws(RecordStoreError) in try records.put(match.record) }
      }
    }
  }
}
