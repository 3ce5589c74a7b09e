package import Kademlia
import Wire
import World

/// One node: its engine, what it has on disk, and its links.
package final class SimulatedNode {
  /// A request whose contact is being dialled.
  typealias Waiting = (id: RequestID, contact: Contact, request: DHTRequest)

  package let identity: SimulatedIdentity
  package let records = MemoryRecordStore()
  package internal(set) var engine: Engine
  package internal(set) var isUp = true
  package let role: Role
  /// Whether its owner publishes a record.
  package internal(set) var publishes = false
  /// Whether somebody has accepted it.
  package internal(set) var isPublished = false
  /// The part of a network that fell apart in which it is.
  var side = 0
  /// What was last saved for the next start.
  var saved: [Contact] = []
  /// Nodes with a link, and when each was last used.
  var links: [Int: Instant] = [:]
  /// Requests that wait for a dial, by the address dialled.
  var waiting: [PeerAddress: [Waiting]] = [:]
  /// When its engine is next called for the time's sake.
  var wakesAt: Instant?
  /// Counts restarts: what was under way before one is lost.
  var life = 0

  /// Calls of its engine for the time's sake at one instant: a busy loop shows here.
  var wakesAtOnce = 0
  var lastWake: Instant?

  init(identity: SimulatedIdentity, role: Role, engine: (any RecordStore) -> Engine) {
    self.identity = identity
    self.role = role
    self.engine = engine(records)
  }
}
