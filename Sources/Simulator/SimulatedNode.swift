package import Kademlia
import Wire
import World

/// One node: its engine, what it has on disk, and its links.
package struct SimulatedNode {
  package let identity: SimulatedIdentity
  package let records = MemoryRecordStore()
  package internal(set) var engine: Engine
  package internal(set) var isUp = true
  /// What was last saved for the next start.
  var saved: [Contact] = []
  /// Nodes with a link; the value tells whether this node dialled.
  var links: [Int: Bool] = [:]
  /// Requests that wait for a dial, by the address dialled.
  var waiting: [PeerAddress: [(id: RequestID, contact: Contact, request: DHTRequest)]] = [:]
  /// When its engine is next called for the time's sake.
  var wakesAt: Instant?
  /// Counts restarts: what was under way before one is lost.
  var life = 0

  init(identity: SimulatedIdentity, engine: (any RecordStore) -> Engine) {
    self.identity = identity
    self.engine = engine(records)
  }
}
