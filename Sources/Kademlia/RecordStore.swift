package import Wire
package import World

/// Why records could not be read or written; the text is for the operator.
package enum RecordStoreError: Error, Hashable, Sendable {
  case failed(String)
}

/// Where records are kept: in order of identifier, so that a prefix is a range. All calls are made on the node's
/// thread, inside the transaction of the turn. What is stored is believed again only through
/// `BundleRecord.init(checking:…)`; a row that fails it is dropped. No method returns a record whose lease has ended.
package protocol RecordStore: AnyObject {
  /// The record of one identity.
  func record(of nodeID: NodeID, at now: Timestamp) throws(RecordStoreError) -> BundleRecord?
  /// Up to `limit` records whose identifiers begin with `prefix`, in ascending order.
  func records(matching prefix: PeerPrefix, limit: Int, at now: Timestamp) throws(RecordStoreError)
    -> [BundleRecord]
  /// Keeps a record in place of the one that its identity had.
  func put(_ record: BundleRecord) throws(RecordStoreError)
  func remove(_ nodeID: NodeID) throws(RecordStoreError)
  /// Removes what has expired and returns how many records that were.
  func expire(at now: Timestamp) throws(RecordStoreError) -> Int
  /// How many records are held.
  func count() throws(RecordStoreError) -> Int
  /// The bytes that they take together.
  func bytes() throws(RecordStoreError) -> Int
  /// Whether the disk has room to take in more for others.
  func hasRoom() throws(RecordStoreError) -> Bool
  /// Up to `limit` records whose identifiers come after `nodeID`, or from the lowest on, in ascending order.
  func records(after nodeID: NodeID?, limit: Int, at now: Timestamp) throws(RecordStoreError) -> [BundleRecord]
  /// The identifier of the held record at the greatest XOR distance, which is the one nearest to the complement.
  func farthest(from nodeID: NodeID) throws(RecordStoreError) -> NodeID?
}
