import Kademlia
import Wire

/// Records that were checked since they were read: a check costs two signatures, and the same few are asked for.
/// Whatever undoes a write empties it.
struct RecordCache {
  /// 1,000 of 3 KB each are a few megabytes.
  private static let limit = 1000

  private var checked: [NodeID: BundleRecord] = [:]
  /// How many rows there are; nil until counted.
  var count: Int?
  /// And how many bytes.
  var bytes: Int?

  subscript(_ nodeID: NodeID) -> BundleRecord? {
    get { checked[nodeID] }
    set {
      if newValue != nil, checked.count >= Self.limit, checked[nodeID] == nil { checked.removeAll() }
      checked[nodeID] = newValue
    }
  }
}
