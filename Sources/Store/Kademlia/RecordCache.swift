import Kademlia
import Wire

/// Records that were checked since they were read: a check costs two signatures, and the same few are asked for.
/// Whatever undoes a write empties it.
struct RecordCache {
  /// Bytes of the records in memory: more than a thousand of the usual 3 KB, however large strangers make theirs.
  private static let limit = 4 << 20

  private var checked: [NodeID: (record: BundleRecord, length: Int)] = [:]
  private var checkedBytes = 0
  /// How many rows there are; nil until counted.
  var count: Int?
  /// And how many bytes.
  var bytes: Int?

  subscript(_ nodeID: NodeID) -> BundleRecord? { checked[nodeID]?.record }

  /// The bytes of a record's row; nil for one that is not here.
  func length(of nodeID: NodeID) -> Int? { checked[nodeID]?.length }

  /// - Parameter length: the bytes of its row.
  mutating func keep(_ record: BundleRecord, length: Int) {
    drop(record.nodeID)
    if checkedBytes > Self.limit { (checked, checkedBytes) = ([:], 0) }
    checkedBytes += record.size
    checked[record.nodeID] = (record, length)
  }

  mutating func drop(_ nodeID: NodeID) {
    if let old = checked.removeValue(forKey: nodeID) { checkedBytes -= old.record.size }
  }
}
