package import Wire
package import World

/// What the DHT of this node looks like at one moment, for `status` and `dir stats`.
package struct EngineSnapshot: Sendable {
  package enum Membership: Hashable, Sendable {
    /// Nobody is known yet; so many attempts were made, the next is at `next`.
    case alone(attempts: Int, next: Instant)
    /// Somebody is known, the neighbourhood is being looked up.
    case joining
    case joined
  }

  package let membership: Membership
  package let contacts: [KBucket.Entry]
  /// Contacts that have not failed too often.
  package let goodContacts: Int
  /// Bucket index → entries, occupied ones only.
  package let buckets: [Int: Int]
  package let links: Int
  /// Links whose request budget is not full.
  package let budgets: Int
  package let lookups: Int
  package let requests: Int
  /// nil when the store cannot tell.
  package let records: Int?
  package let seeds: [PeerAddress]
  package let publication: PublishReport?
  /// Those that are known to keep the own bundle.
  package let replicas: Int
  /// When the own bundle is to be published again; in the past by how much that lags.
  package let republishDue: Instant?
  /// When the own bundle is to be read back.
  package let auditDue: Instant?
  package let lastAudit: AuditReport?
  /// Whether the owner has taken the own record back.
  package let isWithdrawn: Bool
  /// About how many nodes the network has; nil until something is known.
  package let networkSize: Double?
  /// Lookups that wait for others to end.
  package let queuedLookups: Int
  package let warmRoundTrip: Duration
  package let coldRoundTrip: Duration
  package let counters: Counters
}

extension Engine {
  package var snapshot: EngineSnapshot {
    var buckets: [Int: Int] = [:]
    for index in 0..<256 where !table.bucket(index).entries.isEmpty {
      buckets[index] = table.bucket(index).entries.count
    }
    return EngineSnapshot(
      membership: membership, contacts: table.entries, goodContacts: table.goodCount, buckets: buckets,
      links: links.count, budgets: door.budgetCount, lookups: lookups.count, requests: outstanding.count,
      records: try? records.count(),
      seeds: joining.seeds, publication: publishing.report ?? publishing.last, replicas: publishing.holders.count,
      republishDue: publishing.due, auditDue: publishing.auditDue, lastAudit: publishing.lastAudit,
      isWithdrawn: publishing.current?.isWithdrawal == true, networkSize: limits.networkSize,
      queuedLookups: queue.count, warmRoundTrip: warm.typical, coldRoundTrip: cold.typical, counters: counters)
  }

  /// What is remembered of those who came and went: bounded by `budgets` each.
  package var doorCount: Int {
    door.budgetCount + door.probed.count + door.probing.count + door.retries.count
  }

  private var membership: EngineSnapshot.Membership {
    if let next = joining.nextAttempt { return .alone(attempts: joining.attempts, next: next) }
    return joining.isDone ? .joined : .joining
  }

  /// After what time a request to somebody not timed yet is late now: on a live link, and when it has to be dialled.
  package var patience: (warm: Duration, cold: Duration) {
    (warm.patience(within: settings.warmPatience), cold.patience(within: settings.coldPatience))
  }
}
