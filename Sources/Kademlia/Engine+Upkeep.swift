import Wire
import World

/// What keeps the table true and the records present: refresh, pings, expiry, republishing, saving.
extension Engine {
  /// The contacts to keep for the next start: those that do not fail and were heard of last come first, and those of
  /// the last start that are not in the table fill the list, so that a run without a network forgets nobody.
  package var contactsToSave: [Contact] {
    let entries = table.entries
    // Places are sorted: entries are large.
    let order = entries.indices.sorted { a, b in
      (entries[a].failures, entries[b].lastSeen, entries[a].contact.nodeID)
        < (entries[b].failures, entries[a].lastSeen, entries[b].contact.nodeID)
    }
    let known = order.map { entries[$0].contact }
    let former = joining.saved.filter { table.entry($0.nodeID) == nil }
    return Array((known + former).prefix(settings.savedContacts))
  }

  // MARK: Inside

  mutating func planUpkeep(at now: Instant, using rng: inout some RandomNumberGenerator) {
    upkeep.refreshed = Array(repeating: now, count: 256)
    upkeep.nextRefresh = now + rng.jittered(settings.refreshStep, by: settings.jitter)
    upkeep.nextNeighbourhood = now + rng.jittered(settings.smallRefresh.upperBound, by: settings.jitter)
    upkeep.nextSweep = now + rng.jittered(settings.sweepInterval, by: settings.jitter)
    upkeep.nextSave = now + rng.jittered(settings.saveInterval, by: settings.jitter)
  }

  /// Joined: the neighbourhood is looked up again soon, and then ever less often.
  mutating func planSmallRefreshes(at now: Instant, using rng: inout some RandomNumberGenerator) {
    upkeep.smallRefreshes = 0
    upkeep.nextNeighbourhood = now + rng.jittered(settings.smallRefresh.lowerBound, by: settings.jitter)
  }

  mutating func keepUp(at now: Moment, using rng: inout some RandomNumberGenerator) {
    republishIfDue(at: now, using: &rng)
    auditIfDue(at: now, using: &rng)
    if let due = upkeep.nextRefresh, due <= now.instant {
      upkeep.nextRefresh = now.instant + rng.jittered(settings.refreshStep, by: settings.jitter)
      refreshStalestBucket(at: now, using: &rng)
    }
    if let due = upkeep.nextNeighbourhood, due <= now.instant { refreshNeighbourhood(at: now, using: &rng) }
    if let due = upkeep.nextSweep, due <= now.instant { sweep(at: now, using: &rng) }
    if let due = upkeep.nextSave, due <= now.instant {
      upkeep.nextSave = now.instant + rng.jittered(settings.saveInterval, by: settings.jitter)
      saveContacts()
    }
  }

  /// After joining, every bucket beyond the neighbourhood is looked up once (Maymounkov and Mazières 2002, §2.3). A
  /// table that holds fewer than k already knows everybody.
  mutating func refreshAllBuckets(at now: Instant) {
    guard table.count >= settings.k else { return }
    upkeep.refreshed = Array(repeating: nil, count: 256)
    upkeep.nextRefresh = upkeep.nextRefresh.map { min($0, now + settings.refreshStep) }
  }

  /// A lookup of the own identifier that found k nodes has found all that lie nearer than the last of them, so that the
  /// buckets there need no lookup of their own.
  mutating func noteNeighbourhood(_ outcome: LookupOutcome, at now: Instant) {
    guard outcome.target == local, outcome.ending == .complete, outcome.closest.count == settings.k,
      let bucket = outcome.closest.last.flatMap({ local.distance(to: $0.nodeID).bucketIndex })
    else { return }
    for index in 0..<bucket { upkeep.refreshed[index] = now }
  }

  /// The machine slept or stalled: requests under way are lost through no fault of their contacts, and what fell due
  /// meanwhile is spread, so that it does not all happen at once.
  mutating func wake(at now: Moment, using rng: inout some RandomNumberGenerator) {
    counters.count("wakes")
    expireLookups(at: now, using: &rng)
    for id in outstanding.keys.sorted() { fail(id, .ownNetwork, at: now, using: &rng) }
    func spread(_ due: Instant?) -> Instant? {
      guard let due, due < now.instant else { return due }
      return now.instant + settings.wakeSpread * Double.random(in: 0..<1, using: &rng)
    }
    upkeep.nextRefresh = spread(upkeep.nextRefresh)
    upkeep.nextNeighbourhood = spread(upkeep.nextNeighbourhood)
    upkeep.nextSweep = spread(upkeep.nextSweep)
    upkeep.nextSave = spread(upkeep.nextSave)
    publishing.due = spread(publishing.due)
    publishing.auditDue = spread(publishing.auditDue)
  }

  private mutating func refreshStalestBucket(at now: Moment, using rng: inout some RandomNumberGenerator) {
    guard !upkeep.isRefreshing, table.count >= settings.k, let lowest = table.lowestOccupied else { return }
    let stale = (lowest...255).filter { bucket in
      upkeep.refreshed[bucket].map { now.instant - $0 >= settings.refreshInterval } ?? true
    }
    if stale.isEmpty, let first = upkeep.refreshed[lowest...].compactMap(\.self).min() {
      // Nothing is due before; a node at rest does not wake for it.
      upkeep.nextRefresh = upkeep.nextRefresh.map { max($0, first + settings.refreshInterval) }
    }
    guard let bucket = stale.randomElement(using: &rng), let random = NodeID(bytes: rng.bytes(32)) else { return }
    upkeep.isRefreshing = true
    counters.count("refreshes")
    let target = local.inBucket(bucket, lowerBits: random)
    begin(.refresh(isBrief: !table.hasRoom(for: target)), target: target, query: nil, at: now, using: &rng)
  }

  /// Looks up the own identifier. It also dials a seed that is not linked, and asks a contact that was given up, through
  /// which a network that fell apart finds together.
  private mutating func refreshNeighbourhood(at now: Moment, using rng: inout some RandomNumberGenerator) {
    upkeep.smallRefreshes = min(upkeep.smallRefreshes + 1, 16)
    let small = settings.smallRefresh.lowerBound * (1 << upkeep.smallRefreshes)
    let isYoung = small < settings.smallRefresh.upperBound
    let interval =
      table.count < settings.k ? min(small, settings.smallRefresh.upperBound) : settings.refreshInterval
    upkeep.nextNeighbourhood = now.instant + rng.jittered(interval, by: settings.jitter)
    guard joining.nextAttempt == nil else { return }
    if !isYoung { askOutside(at: now, using: &rng) }
    guard !isYoung || table.count < settings.k,
      !lookups.values.contains(where: { $0.purpose == .neighbourhood })
    else { return }
    counters.count("refreshes")
    begin(.neighbourhood, target: local, query: nil, at: now, using: &rng)
  }

  /// Beyond the table, through which a network that fell apart finds together.
  private mutating func askOutside(at now: Moment, using rng: inout some RandomNumberGenerator) {
    if let seed = joining.seeds.randomElement(using: &rng) { dial(seed, at: now.instant) }
    if let lost = joining.takeLost(using: &rng), table.entry(lost.nodeID) == nil {
      send(.ping, to: lost, for: .liveness, at: now, using: &rng)
    }
  }

  private mutating func sweep(at now: Moment, using rng: inout some RandomNumberGenerator) {
    upkeep.nextSweep = now.instant + rng.jittered(settings.sweepInterval, by: settings.jitter)
    let expired = withRecords { records throws(RecordStoreError) in try records.expire(at: now.timestamp) }
    counters.count("records.expired", by: UInt64(expired ?? 0))
    estimateNetworkSize()
    door.forgetFullBudgets(at: now.instant)
    door.forgetProbes(before: now.instant, settings: settings)
    let silent = table.silent(since: now.instant + (.zero - settings.pingAfter)).filter {
      !isAsked($0.contact.nodeID)
    }
    for entry in silent.prefix(settings.pingsPerSweep) {
      counters.count("pings.sweep")
      send(.ping, to: entry.contact, for: .liveness, at: now, using: &rng)
    }
  }

  private mutating func saveContacts() {
    guard upkeep.isChanged, table.goodCount > 0 else { return }
    upkeep.isChanged = false
    joining.saved = contactsToSave
    directives.append(.saveContacts(joining.saved))
  }
}
