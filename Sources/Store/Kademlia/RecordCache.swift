import Kademlia
import Wire

/// Records that were checked since they were read: a check costs two signatures, and the same few are asked for.
/// Whatever undoes a write empties it.
struct RecordCache {
  /// Bytes of the records in memory: more than a thousand of the usual 3 KB, however large strangers make theirs.
  private static let limit = 4 << 20

  private var checked: [NodeID: BundleRecord] = [:]
  private var checkedBytes = 0
  /// How many rows there are; nil until counted.
  var count: Int?
  /// And how many bytes.
  var bytes: Int?

  subscript(_ nodeID: NodeID) -> BundleRecord? {
    get { checked[nodeID] }
    set {
      if let old = checked.removeValue(forKey: nodeID) { checkedBytes -= old.size }
      guard let newValue else { return }
      if checkedBytes > Self.limit { (checked, checkedBytes) = ([:], 0) }
      checkedBytes += newValue.size
      checked[nodeID] = newValue
    }
  }
}
