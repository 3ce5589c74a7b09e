package import Wire
package import World

/// Joining: saved contacts first, seeds when they do not answer soon, again and again while the table is empty.
extension Engine {
  /// Adds an address through which to join; it is dialled at once while this node knows nobody.
  package mutating func addSeed(_ address: PeerAddress, at now: Moment) -> [Directive] {
    if !joining.seeds.contains(address), joining.seeds.count < settings.seeds { joining.seeds.append(address) }
    if table.goodCount == 0 { dial(address, at: now.instant) }
    return finishTurn()
  }

  package mutating func removeSeed(_ address: PeerAddress) { joining.seeds.removeAll { $0 == address } }

  /// A seed could not be dialled.
  package mutating func seedFailed(_ address: PeerAddress) {
    if joining.dialling.removeValue(forKey: address) != nil { counters.count("seeds.failed") }
  }

  /// This node's own network works again: joining goes on at once.
  package mutating func networkBack(at now: Moment, using rng: inout some RandomNumberGenerator) -> [Directive] {
    if joining.nextAttempt != nil {
      joining.attempts = 0
      joining.dialling = [:]
      attemptToJoin(at: now, using: &rng)
    }
    return finishTurn()
  }

  // MARK: Inside

  /// One attempt, and the plan for the next.
  mutating func attemptToJoin(at now: Moment, using rng: inout some RandomNumberGenerator) {
    let (first, last) = (settings.bootstrapBackoff.lowerBound, settings.bootstrapBackoff.upperBound)
    let wait = min(first * (1 << min(joining.attempts, 16)), last)
    joining.attempts += 1
    joining.nextAttempt = now.instant + rng.jittered(wait, by: settings.jitter)
    counters.count("joining.attempts")
    let isUnderWay = lookups.values.contains { $0.purpose == .neighbourhood }
    let known = joining.saved + table.entries.map(\.contact)
    if !known.isEmpty, !isUnderWay {
      begin(.neighbourhood, target: local, query: nil, from: known, at: now, using: &rng)
    }
    if known.isEmpty {
      dialSeeds(at: now.instant, using: &rng)
    } else if joining.seedsDue == nil {
      joining.seedsDue = now.instant + settings.seedDelay
    }
  }

  mutating func dialSeeds(at now: Instant, using rng: inout some RandomNumberGenerator) {
    joining.seedsDue = nil
    if joining.nextSeed == 0 { joining.seeds.shuffle(using: &rng) }
    for _ in 0..<min(settings.seedsPerAttempt, joining.seeds.count) {
      dial(joining.seeds[joining.nextSeed % joining.seeds.count], at: now)
      joining.nextSeed = (joining.nextSeed + 1) % joining.seeds.count
    }
  }

  /// Dials a seed, unless that is being done or its link is up.
  mutating func dial(_ address: PeerAddress, at now: Instant) {
    joining.dialling = joining.dialling.filter { now - $0.value < settings.hardTimeout }
    let isLinked = links.values.contains { $0.isDialled && $0.contact.address == address }
    guard joining.dialling[address] == nil, !isLinked else { return }
    joining.dialling[address] = now
    counters.count("seeds.dialled")
    directives.append(.dialSeed(address))
  }

  /// The first contact has entered an empty table.
  mutating func joined(at now: Moment, using rng: inout some RandomNumberGenerator) {
    joining.nextAttempt = nil
    joining.seedsDue = nil
    joining.attempts = 0
    planSmallRefreshes(at: now.instant, using: &rng)
    feedHungryLookups(at: now, using: &rng)
    if !lookups.values.contains(where: { $0.purpose == .neighbourhood }) {
      begin(.neighbourhood, target: local, query: nil, at: now, using: &rng)
    }
  }

  /// Begins again when the last good contact has gone.
  mutating func rejoinIfAlone(at now: Instant, using rng: inout some RandomNumberGenerator) {
    guard joining.nextAttempt == nil, !table.hasGood else { return }
    joining.isDone = false
    joining.attempts = 0
    joining.nextAttempt = now + rng.jittered(settings.bootstrapBackoff.lowerBound, by: settings.jitter)
  }

  /// The lookup of the own identifier has ended.
  mutating func neighbourhoodKnown(
    _ outcome: LookupOutcome, at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    guard !outcome.closest.isEmpty else { return }
    if !joining.isDone {
      joining.isDone = true
      refreshAllBuckets(at: now.instant)
      publishAfterJoining(at: now.instant, using: &rng)
      feedHungryLookups(at: now, using: &rng)
    }
  }
}
