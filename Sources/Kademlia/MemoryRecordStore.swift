package import Wire
package import World

/// Records in memory, for simulations and tests: a dictionary and the ordered list of its keys.
package final class MemoryRecordStore: RecordStore {
  private var held: [NodeID: BundleRecord] = [:]
  private var order: [NodeID] = []
  private var size = 0
  /// No record expires before.
  private var nextExpiry: Timestamp?

  package init() {}

  package func record(of nodeID: NodeID, at now: Timestamp) -> BundleRecord? {
    guard let record = held[nodeID], record.expiresAt > now else { return nil }
    return record
  }

  package func records(matching prefix: PeerPrefix, limit: Int, at now: Timestamp) -> [BundleRecord] {
    var result: [BundleRecord] = []
    var index = position(of: prefix.lowestNodeID)
    let highest = prefix.highestNodeID
    while index < order.count, order[index] <= highest, result.count < limit {
      if let record = record(of: order[index], at: now) { result.append(record) }
      index += 1
    }
    return result
  }

  package func records(after nodeID: NodeID?, limit: Int, at now: Timestamp) -> [BundleRecord] {
    var index = nodeID.map { position(of: $0) } ?? 0
    if let nodeID, index < order.count, order[index] == nodeID { index += 1 }
    return Array(order[index...].lazy.compactMap { self.record(of: $0, at: now) }.prefix(limit))
  }

  package func put(_ record: BundleRecord) {
    size += record.size
    nextExpiry = nextExpiry.map { min($0, record.expiresAt) } ?? record.expiresAt
    if let old = held.updateValue(record, forKey: record.nodeID) {
      size -= old.size
    } else {
      order.insert(record.nodeID, at: position(of: record.nodeID))
    }
  }

  package func remove(_ nodeID: NodeID) {
    guard let old = held.removeValue(forKey: nodeID) else { return }
    size -= old.size
    order.remove(at: position(of: nodeID))
  }

  package func expire(at now: Timestamp) -> Int {
    guard let nextExpiry, nextExpiry <= now else { return 0 }
    let before = held.count
    held = held.filter { $0.value.expiresAt > now }
    if held.count < before {
      order = held.keys.sorted()
      size = held.values.reduce(0) { $0 + $1.size }
    }
    self.nextExpiry = held.values.map(\.expiresAt).min()
    return before - held.count
  }

  package func count() -> Int { held.count }

  package func bytes() -> Int { size }

  package func hasRoom() -> Bool { true }

  package func farthest(from nodeID: NodeID) -> NodeID? {
    order.max { $0.distance(to: nodeID) < $1.distance(to: nodeID) }
  }

  /// Where the identifier is or would be in the order.
  private func position(of nodeID: NodeID) -> Int {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if order[middle] < nodeID { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
