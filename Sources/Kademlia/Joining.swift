import Wire
import World

/// How this node finds its way into the network.
struct Joining: Sendable {
  var saved: [Contact] = []
  var seeds: [PeerAddress]
  /// Contacts that were given up, the latest last: after a partition they are the way back.
  private(set) var lost: [Contact] = []
  /// Seeds being dialled, and since when.
  var dialling: [PeerAddress: Instant] = [:]
  /// Which seed comes next.
  var nextSeed = 0
  /// How many attempts in a row have not led anywhere.
  var attempts = 0
  /// When to try again; nil while the table holds somebody.
  var nextAttempt: Instant?
  /// When seeds are to be dialled beside the saved contacts.
  var seedsDue: Instant?
  /// Whether the own neighbourhood has been looked up since the table was last empty.
  var isDone = false

  mutating func lose(_ contact: Contact, limit: Int) {
    lost.removeAll { $0.nodeID == contact.nodeID }
    lost.append(contact)
    if lost.count > limit { lost.removeFirst(lost.count - limit) }
  }

  /// One of those that were given up, to be tried again; the next time it is another.
  mutating func takeLost(using rng: inout some RandomNumberGenerator) -> Contact? {
    lost.indices.randomElement(using: &rng).map { lost.remove(at: $0) }
  }

  var hasSomebodyToTry: Bool { !seeds.isEmpty || !saved.isEmpty }
}
