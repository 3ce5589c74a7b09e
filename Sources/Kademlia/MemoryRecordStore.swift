package import Wire
package import World

/// Records in memory, for simulations and tests: a dictionary and the ordered list of its keys.
package final class MemoryRecordStore: RecordStore {
  private var held: [NodeID: BundleRecord] = [:]
  private var order: [NodeID] = []

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

  package func put(_ record: BundleRecord) {
    if held.updateValue(record, forKey: record.nodeID) == nil {
      order.insert(record.nodeID, at: position(of: record.nodeID))
    }
  }

  package func remove(_ nodeID: NodeID) {
    guard held.removeValue(forKey: nodeID) != nil else { return }
    order.remove(at: position(of: nodeID))
  }

  package func expire(at now: Timestamp) -> Int {
    let before = held.count
    held = held.filter { $0.value.expiresAt > now }
    order = held.keys.sorted()
    return before - held.count
  }

  package func count() -> Int { held.count }

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
