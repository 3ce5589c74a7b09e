package import World

/// `node.status`: what is up, since when, and what is missing.
package enum NodeStatus: ControlMethod {
  package static let method = Method.nodeStatus

  package typealias Params = Nothing

  package struct Result: Codable, Sendable, Hashable {
    package var version: String
    package var pid: Int32
    package var started: Timestamp
    package var uptimeMilliseconds: Int64
    /// Whether others can reach this node and it can keep what they bring: tor is ready, the onion is published and was
    /// not found unreachable, and the store takes writes.
    package var ready: Bool
    package var identity: IdentityView
    package var tor: TorView
    package var onion: OnionView
    package var links: Links
    package var directory: Directory
    package var outbox: Outbox
    package var relay: Relay
    package var store: Store
    /// Empty when everything works.
    package var missing: [ShortfallView]

    package init(
      version: String, pid: Int32, started: Timestamp, uptimeMilliseconds: Int64, ready: Bool,
      identity: IdentityView, tor: TorView, onion: OnionView, links: Links, directory: Directory, outbox: Outbox,
      relay: Relay,
      store: Store,
      missing: [ShortfallView]
    ) {
      self.version = version
      self.pid = pid
      self.started = started
      self.uptimeMilliseconds = uptimeMilliseconds
      self.ready = ready
      self.identity = identity
      self.tor = tor
      self.onion = onion
      self.links = links
      self.directory = directory
      self.outbox = outbox
      self.relay = relay
      self.store = store
      self.missing = missing
    }
  }

  /// Open connections.
  package struct Links: Codable, Sendable, Hashable {
    package var incoming: Int
    package var outgoing: Int
    /// Those whose peer has proven its keys.
    package var proven: Int

    package init(incoming: Int, outgoing: Int, proven: Int) {
      self.incoming = incoming
      self.outgoing = outgoing
      self.proven = proven
    }
  }

  package struct Directory: Codable, Sendable, Hashable {
    /// Routing-table entries.
    package var contacts: Int
    /// Bundles held for others.
    package var records: Int
    /// When our own bundle was last stored elsewhere.
    package var lastPublished: Timestamp?
    /// How many nodes are known to keep it, by their word or by reading it back.
    package var replicas: Int
    /// Whether the owner has taken it back.
    package var withdrawn: Bool
    /// The last reading back of it.
    package var audit: AuditView?
    /// For how long it has been due to be published again.
    package var lagMilliseconds: Int64
    package var seedsReached: Int
    package var seedsTotal: Int

    package init(
      contacts: Int, records: Int, lastPublished: Timestamp? = nil, replicas: Int, withdrawn: Bool,
      audit: AuditView? = nil, lagMilliseconds: Int64, seedsReached: Int, seedsTotal: Int
    ) {
      self.contacts = contacts
      self.records = records
      self.lastPublished = lastPublished
      self.replicas = replicas
      self.withdrawn = withdrawn
      self.audit = audit
      self.lagMilliseconds = lagMilliseconds
      self.seedsReached = seedsReached
      self.seedsTotal = seedsTotal
    }
  }

  package struct Outbox: Codable, Sendable, Hashable {
    /// Messages not yet handed to a connection.
    package var queued: Int
    /// Messages sent and not yet acknowledged.
    package var waiting: Int

    package init(queued: Int, waiting: Int) {
      self.queued = queued
      self.waiting = waiting
    }
  }

  /// What the node does for others.
  package struct Relay: Codable, Sendable, Hashable {
    package var enabled: Bool
    /// Sealed messages that it holds, and their bytes.
    package var heldMessages: Int
    package var heldBytes: Int
    /// Dead drops in its memory.
    package var deadDrops: Int

    package init(enabled: Bool, heldMessages: Int, heldBytes: Int, deadDrops: Int) {
      self.enabled = enabled
      self.heldMessages = heldMessages
      self.heldBytes = heldBytes
      self.deadDrops = deadDrops
    }
  }

  package struct Store: Codable, Sendable, Hashable {
    package var bytes: Int64
    package var problem: String?

    package init(bytes: Int64, problem: String? = nil) {
      self.bytes = bytes
      self.problem = problem
    }
  }
}
