import Kademlia
import Wire
import World

/// A record store whose disk has failed.
final class FailingRecordStore: RecordStore {
  private static let failure = RecordStoreError.failed("the disk")

  func record(of nodeID: NodeID, at now: Timestamp) throws(RecordStoreError) -> BundleRecord? {
    throw Self.failure
  }

  func records(
    matching prefix: PeerPrefix, limit: Int, at now: Timestamp
  ) throws(RecordStoreError) -> [BundleRecord] { throw Self.failure }

  func records(
    after nodeID: NodeID?, limit: Int, at now: Timestamp
  ) throws(RecordStoreError) -> [BundleRecord] { throw Self.failure }

  func put(_ record: BundleRecord) throws(RecordStoreError) { throw Self.failure }

  func remove(_ nodeID: NodeID) throws(RecordStoreError) { throw Self.failure }

  func expire(at now: Timestamp) throws(RecordStoreError) -> Int { throw Self.failure }

  func count() throws(RecordStoreError) -> Int { throw Self.failure }

  func bytes() throws(RecordStoreError) -> Int { throw Self.failure }

  func hasRoom() throws(RecordStoreError) -> Bool { throw Self.failure }

  func farthest(from nodeID: NodeID) throws(RecordStoreError) -> NodeID? { throw Self.failure }
}
