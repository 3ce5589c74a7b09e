package import Wire
package import World

/// Publishing: a lookup of the own identifier over disjoint paths, then the bundle for the nearest nodes that answered.
extension Engine {
  /// Publishes the own bundle, freshly signed, or its withdrawal. Reports come as `.published`: an early one when enough holders have
  /// accepted, a final one when all have answered or failed. A bundle equal to the one under way starts nothing new;
  /// another one is published when that is done.
  package mutating func publish(
    _ bundle: PreKeyBundle, at now: Moment, using rng: inout some RandomNumberGenerator
  ) throws(RecordRefusal) -> [Directive] {
    let record = try BundleRecord(
      checking: bundle, key: local, at: now.timestamp, settings: settings, proven: proven)
    guard publishing.report == nil else {
      if record.bundle != publishing.current?.bundle { publishing.next = record }
      return finishTurn()
    }
    begin(record, at: now, using: &rng)
    return finishTurn()
  }

  /// The time to sign what is now to be published in place of the last own record. Records have whole seconds, and of two
  /// of the same second the one that was meant to be replaced may win everywhere: what says something else than the last
  /// one is signed for the second after it. A record signed far ahead by a clock that has been set back is not caught up with:
  /// nobody would take that.
  package mutating func signingTime(of bundle: PreKeyBundle, at now: Timestamp) -> Timestamp {
    let own = local
    let held = withRecords { records throws(RecordStoreError) in try records.record(of: own, at: now) }
    guard let last = publishing.next ?? publishing.current ?? (held ?? nil), !last.saysTheSame(as: bundle) else {
      return now
    }
    let after = last.bundle.timestamp.timestamp + .seconds(1)
    return after - now < settings.signingLead ? max(now, after) : now
  }

  /// The same after a restart: while the record of the last run is in force and says the same, it is published again
  /// within `restartSpread`, so that a network that restarts as a whole does not store everything at once. A record that
  /// was withdrawn stays so.
  package mutating func resumePublishing(
    _ bundle: PreKeyBundle, at now: Moment, using rng: inout some RandomNumberGenerator
  ) throws(RecordRefusal) -> [Directive] {
    let own = local
    let held = withRecords { records throws(RecordStoreError) in try records.record(of: own, at: now.timestamp) }
    guard let held = held ?? nil, held.isWithdrawal || held.saysTheSame(as: bundle) else {
      return try publish(bundle, at: now, using: &rng)
    }
    publishing.current = held
    publishing.due = now.instant + settings.restartSpread * Double.random(in: 0..<1, using: &rng)
    counters.count("publications.resumed")
    return finishTurn()
  }

  /// The own record of the last run, while it stands and nothing has been published or read back in this one.
  package var resumedRecord: BundleRecord? {
    guard publishing.last == nil, publishing.report == nil, publishing.lastAudit == nil else { return nil }
    return publishing.current
  }

  /// Whether a record waits for the end of a publication under way, to be published then.
  package var hasQueuedPublication: Bool { publishing.next != nil }

  /// How long the own record has been due to be published again: zero while all is well.
  package func publicationLag(at now: Instant) -> Duration {
    guard let accepted = publishing.acceptedAt else { return .zero }
    return max(.zero, now - accepted - settings.republishInterval * (1 + settings.jitter))
  }

  // MARK: Inside

  private mutating func begin(
    _ record: BundleRecord, at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    publishing.current = record
    publishing.holders = []
    publishing.report = PublishReport(startedAt: now.timestamp, isWithdrawal: record.isWithdrawal)
    publishing.pending = 0
    publishing.hasReported = false
    publishing.due = nil
    counters.count("publications.started")
    _ = withRecords { records throws(RecordStoreError) in try records.put(record) }
    publishing.begunAt = now.instant
    begin(
      .publication, target: local, query: nil, options: LookupOptions(paths: settings.publishingPaths), at: now,
      using: &rng)
  }

  /// The lookup before a publication has ended.
  mutating func holdersFound(
    _ closest: [Contact], at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    guard let record = publishing.current, publishing.report != nil else { return }
    publishing.report?.asked = closest.count
    publishing.pending = closest.count
    for contact in closest { send(record.storeRequest, to: contact, for: .publication, at: now, using: &rng) }
    if closest.isEmpty { finishPublication(at: now, using: &rng) }
  }

  /// A holder answered; nil when it did not.
  mutating func noteStored(
    _ answer: StoreAnswer?, by contact: Contact, at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    guard publishing.report != nil else { return }
    publishing.pending -= 1
    switch answer {
    case nil: publishing.report?.unanswered += 1
    case .accepted:
      publishing.report?.holders.append(contact.nodeID)
      publishing.holders.insert(contact.nodeID)
    case .refused(let reason, _) where reason == RecordRefusal.older.name: publishing.report?.newer += 1
    case .refused(let reason, _): publishing.report?.refused[reason, default: 0] += 1
    }
    if publishing.pending == 0 {
      finishPublication(at: now, using: &rng)
    } else if let report = publishing.report, report.accepted >= settings.earlyAcceptances, !publishing.hasReported
    {
      publishing.hasReported = true
      directives.append(.published(report))
    }
  }

  private mutating func finishPublication(at now: Moment, using rng: inout some RandomNumberGenerator) {
    guard var report = publishing.report else { return }
    report.isFinal = true
    publishing.report = nil
    publishing.last = report
    publishing.fruitless = report.accepted == 0 ? publishing.fruitless + 1 : 0
    counters.count(report.accepted == 0 ? "publications.fruitless" : "publications.done")
    if report.accepted > 0 { publishing.acceptedAt = publishing.begunAt }
    planAudit(at: now.instant, isUrgent: report.accepted > 0, using: &rng)
    directives.append(.published(report))
    let wait =
      report.accepted > 0
      ? settings.republishInterval
      : min(
        settings.republishBackoff.lowerBound * (1 << min(publishing.fruitless - 1, 16)),
        settings.republishBackoff.upperBound)
    publishing.due = now.instant + rng.jittered(wait, by: settings.jitter)
    guard let next = publishing.next else { return }
    publishing.next = nil
    begin(next, at: now, using: &rng)
  }

  /// The time to publish again has come: with a bundle signed anew.
  mutating func republishIfDue(at now: Moment, using rng: inout some RandomNumberGenerator) {
    guard let due = publishing.due, due <= now.instant, publishing.report == nil else { return }
    if let current = publishing.current, current.isWithdrawal {
      publishing.due = nil
      // A withdrawal is the same as long as it lasts; then nothing is left that it would undo.
      if current.expiresAt > now.timestamp { begin(current, at: now, using: &rng) }
      return
    }
    // Until the daemon has signed, which takes one turn; asked again if nothing comes of it.
    publishing.due = now.instant + settings.republishBackoff.lowerBound
    counters.count("publications.due")
    directives.append(.republish)
  }

  /// What could not be published while nobody was known is published soon after joining.
  mutating func publishAfterJoining(at now: Instant, using rng: inout some RandomNumberGenerator) {
    guard publishing.last != nil, publishing.report == nil, publishing.holders.isEmpty else { return }
    publishing.due = now
  }

  /// A contact that is now among the k nearest known is given the own bundle, so that a network that grows around
  /// this node does not lose sight of it before the next publication.
  mutating func giveOwnRecord(
    to contact: Contact, at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    guard let record = publishing.current, publishing.report == nil, joining.isDone,
      record.expiresAt > now.timestamp,
      !publishing.holders.contains(contact.nodeID),
      table.closest(to: local, count: settings.k).contains(contact)
    else { return }
    counters.count("records.given-to-neighbours")
    send(record.storeRequest, to: contact, for: .copy, at: now, using: &rng)
  }
}
