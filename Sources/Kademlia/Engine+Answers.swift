package import Wire
package import World

/// Answers to the questions of others, from the table and the records held.
extension Engine {
  /// Whether a message of a type may be looked at: the budget of its link, and of all links together, is charged. To be
  /// asked before the message's signature is checked, which costs a hundred times as much. Messages that are no questions
  /// of the DHT are admitted.
  package mutating func admits(_ type: MessageType, on link: UInt64, at now: Instant) -> Bool {
    guard let cost = DHTRequest.cost(of: type) else { return true }
    guard door.admits(cost, link: link, settings: settings, at: now) else {
      counters.count("requests.refused.budget")
      return false
    }
    return true
  }

  /// The answer to a request, to be sent on the link that it came on; nil when the budget of that link, or of all
  /// links together, is spent. The cheapest checks come first, a signature last.
  /// - Parameter isAdmitted: whether `admits` has charged the budgets already.
  package mutating func answer(
    _ request: DHTRequest, from requester: Requester, isAdmitted: Bool = false, at now: Moment
  ) throws(RecordStoreError) -> DHTResponse? {
    guard isAdmitted || admits(request.type, on: requester.link, at: now.instant) else { return nil }
    counters.count(request.answeredCounter)
    switch request {
    case .ping: return .pong
    case .findNode(let target): return .nodes(neighbours(of: target, for: requester))
    case .findValue(let query):
      return .value(try matches(query, at: now.timestamp), nodes: neighbours(of: query.target, for: requester))
    case .store(let bundle, let expiresAt):
      return .stored(try keep(bundle, until: expiresAt.timestamp, from: requester, at: now))
    }
  }

  // MARK: Inside

  /// The nearest contacts that have not failed since they last answered.
  private func neighbours(of target: NodeID, for requester: Requester) -> [Contact] {
    nearest(to: target, count: settings.k, withoutFailures: true, excluding: requester.nodeID)
  }

  private func matches(_ query: ValueQuery, at now: Timestamp) throws(RecordStoreError) -> [PreKeyBundle] {
    switch query {
    case .node(let nodeID): return try records.record(of: nodeID, at: now).map { [$0.bundle] } ?? []
    case .prefix(let prefix):
      var bytes = 0
      return try records.records(matching: prefix, limit: settings.matchesPerAnswer, at: now).map(\.bundle)
        .prefix { bundle in
          bytes += BundleSignature.signingBytes(bundle).count
          return bytes <= settings.answerBytes
        }
    }
  }

  /// Keeps a bundle. The order of the checks is that of their cost: what is held, budgets, sizes and times, signatures.
  private mutating func keep(
    _ bundle: PreKeyBundle, until expiresAt: Timestamp, from requester: Requester, at now: Moment
  ) throws(RecordStoreError) -> StoreAnswer {
    guard let nodeID = bundle.identityKeys?.nodeID else { return refuse(.bundle(.wrongLength)) }
    let held = try records.record(of: nodeID, at: now.timestamp)
    if let held, held.bundle == bundle {
      try records.put(held.renewed(until: expiresAt, at: now.timestamp, settings: settings))
      counters.count("records.renewed")
      return .accepted
    }
    if let held, BundleRecord.isNewer(held.bundle, than: bundle) { return refuse(.older, newer: held.bundle) }
    let isChange = held != nil
    if let refusal = door.refusal(of: nodeID, isChange: isChange, from: requester, at: now.instant) {
      return refuse(refusal)
    }
    let record: BundleRecord
    do {
      record = try BundleRecord(
        checking: bundle, key: nodeID, expiresAt: expiresAt, at: now.timestamp, settings: settings, proven: proven)
    } catch {
      return refuse(error)
    }
    if record.size > held?.size ?? 0, try !records.hasRoom() { return refuse(.noRoom) }
    guard try makeRoom(for: record, inPlaceOf: held, at: now.timestamp) else { return refuse(.full) }
    try records.put(record)
    door.noteKept(nodeID, isChange: isChange, from: requester, at: now.instant)
    counters.count(record.isWithdrawal ? "records.withdrawn" : "records.accepted")
    return .accepted
  }

  /// Whether there is room for a record, after dropping expired ones and then the farthest as long as they are farther
  /// than the newcomer. The own record never goes.
  private mutating func makeRoom(
    for record: BundleRecord, inPlaceOf held: BundleRecord?, at now: Timestamp
  ) throws(RecordStoreError) -> Bool {
    let (more, bytes) = (held == nil ? 1 : 0, max(0, record.size - (held?.size ?? 0)))
    func fits() throws(RecordStoreError) -> Bool {
      guard try records.count() + more <= settings.records else { return false }
      return try records.bytes() + bytes <= settings.recordBytes
    }
    if try fits() { return true }
    if try records.expire(at: now) > 0, try fits() { return true }
    while let farthest = try records.farthest(from: local),
      farthest.distance(to: local) > record.nodeID.distance(to: local)
    {
      try records.remove(farthest)
      counters.count("records.displaced")
      if try fits() { return true }
    }
    return false
  }

  private mutating func refuse(_ refusal: RecordRefusal, newer: PreKeyBundle? = nil) -> StoreAnswer {
    counters.count("records.refused.\(refusal.name)")
    return .refused(refusal.name, newer: newer)
  }
}

extension DHTRequest {
  fileprivate var type: MessageType {
    switch self {
    case .ping: .dhtPing
    case .findNode: .dhtFindNode
    case .findValue: .dhtFindValue
    case .store: .dhtStore
    }
  }

  /// What a question takes from a budget, a store costing two signature checks and a write; nil for what is none.
  fileprivate static func cost(of type: MessageType) -> Double? {
    if type == .dhtStore { return 3 }
    return [.dhtPing, .dhtFindNode, .dhtFindValue].contains(type) ? 1 : nil
  }
}
