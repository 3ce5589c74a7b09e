import Wire
package import World

/// Leaving in good order: what this node holds goes to those who take its place among the nearest.
extension Engine {
  /// Hands the records of others over. `.left` comes when all have been taken or refused; a daemon that cannot wait as
  /// long loses nothing but copies, of which there are k.
  package mutating func leave(at now: Moment, using rng: inout some RandomNumberGenerator) -> [Directive] {
    for (record, heir) in inheritance(at: now) {
      counters.count("records.handed-over")
      send(record.storeRequest, to: heir, for: .handover, at: now, using: &rng)
    }
    isLeaving = true
    endLeaving()
    return finishTurn()
  }

  /// Reports when nothing is left to hand over.
  mutating func endLeaving() {
    guard isLeaving, !outstanding.values.contains(where: { $0.purpose == .handover }) else { return }
    isLeaving = false
    directives.append(.left)
  }

  // MARK: Inside

  /// The records that this node is one of the nearest to, and for each the node that will be one when this one is gone.
  private mutating func inheritance(at now: Moment) -> [(BundleRecord, Contact)] {
    var (result, last): ([(BundleRecord, Contact)], NodeID?) = ([], nil)
    while result.count < settings.recordsHandedOver {
      let after = last
      let page = withRecords { records throws(RecordStoreError) in
        try records.records(after: after, limit: 256, at: now.timestamp)
      }
      guard let page, let end = page.last else { break }
      last = end.nodeID
      result += page.compactMap { record in heir(of: record.nodeID).map { (record, $0) } }
    }
    return Array(result.prefix(settings.recordsHandedOver))
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
