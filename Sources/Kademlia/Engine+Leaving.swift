import Wire
package import World

/// Leaving in good order: what this node holds goes to those who take its place among the nearest.
extension Engine {
  /// Hands the records of others over. `.left` comes when all have been taken or refused; a daemon that cannot wait as
  /// long loses nothing but copies, of which there are k.
  package mutating func leave(at now: Moment, using rng: inout some RandomNumberGenerator)
    -> [Directive]
  {
    leaving = Leaving(waiting: inheritance(at: now))
    handOver(settings.recordsAtOnce, at: now, using: &rng)
    endLeaving()
    return finishTurn()
  }

  /// Gives each heir the next record when its time has come.
  mutating func goOnLeaving(at now: Moment, using rng: inout some RandomNumberGenerator) {
    guard let due = leaving?.due, due <= now.instant else { return }
    handOver(1, at: now, using: &rng)
  }

  /// Reports when nothing is left to hand over.
  mutating func endLeaving() {
    guard leaving?.waiting.isEmpty == true,
      !outstanding.values.contains(where: { $0.purpose == .handover })
    else { return }
    leaving = nil
    directives.append(.left)
  }

  // MARK: Inside

  private mutating func handOver(
    _ count: Int, at now: Moment, using rng: inout some RandomNumberGenerator
  ) {
    for (record, heir) in leaving?.take(upTo: count) ?? [] {
      counters.count("records.handed-over")
      send(record.storeRequest, to: heir, for: .handover, at: now, using: &rng)
    }
    let isDone = leaving?.waiting.isEmpty ?? true
    let due = isDone ? nil : now.instant + settings.handoverStep
    leaving?.due = due
  }

  /// The records that this node is one of the nearest to, by the node that will be one when this one is gone; those first
  /// that this node is nearest to.
  private mutating func inheritance(at now: Moment) -> [Leaving.Share] {
    guard let farthest = table.closest(to: local, count: settings.k, withoutFailures: true).last
    else { return [] }
    // Of what lies eight times as far as the k nearest nodes this node is hardly ever one of the nearest: a store that is
    // full of such is not read as a whole while somebody waits for the end.
    let bits = max(0, local.distance(to: farthest.nodeID).sharedBits - 3)
    var (records, last): ([(record: BundleRecord, heir: Contact)], NodeID) = (
      [], local.lowest(sharing: bits)
    )
    while records.count < 4 * settings.recordsHandedOver, let page = page(after: last, at: now),
      let end = page.last,
      local.distance(to: last).sharedBits >= bits
    {
      last = end.nodeID
      records += page.compactMap { record in heir(of: record.nodeID).map { (record, $0) } }
    }
    records.sort { local.distance(to: $0.record.nodeID) < local.distance(to: $1.record.nodeID) }
    let byHeir = Dictionary(grouping: records.prefix(settings.recordsHandedOver), by: \.heir.nodeID).values
    return byHeir.compactMap { records in
      records.first.map { Leaving.Share(heir: $0.heir, records: records.map(\.record)[...]) }
    }.sorted { $0.heir.nodeID < $1.heir.nodeID }
  }

  private mutating func page(after last: NodeID, at now: Moment) -> [BundleRecord]? {
    withRecords { records throws(RecordStoreError) in
      try records.records(after: last, limit: 256, at: now.timestamp)
    }
  }

  private func heir(of key: NodeID) -> Contact? {
    guard key != local else { return nil }
    let nearest = table.closest(to: key, count: settings.k, withoutFailures: true)
    guard nearest.count == settings.k, let last = nearest.last,
      local.distance(to: key) < last.nodeID.distance(to: key)
    else { return nil }
    return last
  }
}
