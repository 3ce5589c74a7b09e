import Wire
package import World

/// Reading the own record back, over other paths than it was stored on, and storing what is missing.
extension Engine {
  /// Reads the own record back now. The result comes as `.audited`; nothing comes while nothing is published.
  package mutating func audit(
    at now: Moment, using rng: inout some RandomNumberGenerator
  ) -> [Directive] {
    publishing.auditDue = now.instant
    auditIfDue(at: now, using: &rng)
    return finishTurn()
  }

  /// How far reading the own record back is.
  package enum AuditStage: Hashable, Sendable {
    /// A publication is under way, after which it begins.
    case waiting
    /// Other lookups are under way.
    case queued
    case asking(requests: Int, answers: Int)
  }

  package var auditStage: AuditStage {
    guard publishing.report == nil else { return .waiting }
    guard let walk = lookups.values.first(where: { $0.purpose == .audit })?.walk else { return .queued }
    return .asking(requests: walk.requests, answers: walk.closest.count)
  }

  /// Whether there is a record of the own identity that lasts: what can be read back.
  package func hasOwnRecord(at now: Moment) -> Bool {
    publishing.current.map { $0.expiresAt > now.timestamp } ?? false
  }

  // MARK: Inside

  mutating func auditIfDue(at now: Moment, using rng: inout some RandomNumberGenerator) {
    guard let due = publishing.auditDue, due <= now.instant, publishing.report == nil else { return }
    publishing.auditDue = nil
    guard let record = publishing.current, record.expiresAt > now.timestamp, !isAuditing else { return }
    counters.count("audits.started")
    // The publication began at the nearest; whoever lies near the key does not lie on the way there from elsewhere.
    let options = LookupOptions(paths: settings.publishingPaths, isThorough: true)
    let start = table.entries.map(\.contact).shuffled(using: &rng).prefix(settings.k)
    begin(.audit, target: local, query: .node(local), from: Array(start), options: options, at: now, using: &rng)
  }

  private var isAuditing: Bool { lookups.values.contains { $0.purpose == .audit } }

  /// The lookup of an audit has ended.
  mutating func audited(
    _ outcome: LookupOutcome, _ finding: Finding?, _ recipients: [Contact], at now: Moment,
    using rng: inout some RandomNumberGenerator
  ) {
    guard let record = publishing.current, outcome.ending != .cancelled else { return }
    guard !recipients.isEmpty else {
      // Nobody answered: that says nothing of the record, so what the last one has shown stands.
      directives.append(
        .audited(
          AuditReport(at: now.timestamp, asked: 0, replicas: [], stale: 0, missing: 0, isNewerElsewhere: false)))
      counters.count("audits.unanswered")
      return planAudit(at: now.instant, isUrgent: true, using: &rng)
    }
    let isOurs = finding?.record.bundle == record.bundle
    let replicas = isOurs ? finding?.holders ?? [] : []
    let stale = isOurs ? finding?.staleHolders ?? [] : []
    let isNewerElsewhere = finding.map { $0.record.isNewer(than: record) } ?? false
    let known = Set(replicas + stale)
    let missing = recipients.filter { !known.contains($0.nodeID) }
    let report = AuditReport(
      at: now.timestamp, asked: recipients.count, replicas: replicas, stale: stale.count, missing: missing.count,
      isNewerElsewhere: isNewerElsewhere)
    publishing.lastAudit = report
    publishing.holders = Set(replicas)
    directives.append(.audited(report))
    counters.count("audits.done")
    guard publishing.report == nil, !isNewerElsewhere else { return planAudit(at: now.instant, using: &rng) }
    counters.count("audits.restored", by: UInt64(missing.count))
    for contact in missing { send(record.storeRequest, to: contact, for: .copy, at: now, using: &rng) }
    planAudit(at: now.instant, isUrgent: replicas.count < settings.k / 2, using: &rng)
  }

  /// - Parameter isUrgent: soon, since the record was just published or many copies are gone.
  mutating func planAudit(
    at now: Instant, isUrgent: Bool = false, using rng: inout some RandomNumberGenerator
  ) {
    let wait = isUrgent ? settings.firstAudit : settings.auditInterval
    publishing.auditDue = now + rng.jittered(wait, by: settings.jitter)
  }
}
