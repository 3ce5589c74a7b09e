import Wire
package import World

/// Up to k contacts whose distance from the local node has the same highest bit, the least recently seen first,
/// and a short list of proven contacts that wait for a place.
package struct KBucket: Sendable {
  /// A contact and what is known of its conduct.
  package struct Entry: Hashable, Sendable {
    package internal(set) var contact: Contact
    package let since: Instant
    package internal(set) var lastSeen: Instant
    /// Requests that failed since the contact last answered.
    package internal(set) var failures: Int
    /// How long it takes to answer on a live link; nil until it did.
    package internal(set) var roundTrip: RoundTrip?
  }

  /// The least recently seen first.
  package internal(set) var entries: [Entry] = []
  /// Proven contacts that found the bucket full, the newest last.
  package internal(set) var replacements: [Contact] = []

  func index(of nodeID: NodeID) -> Int? { entries.firstIndex { $0.contact.nodeID == nodeID } }

  /// Changes the entry at `index` and moves it to the most recently seen end.
  mutating func renew(_ index: Int, at now: Instant, _ change: (inout Entry) -> Void) {
    var entry = entries.remove(at: index)
    entry.lastSeen = now
    entry.failures = 0
    change(&entry)
    entries.append(entry)
  }

  mutating func addReplacement(_ contact: Contact, limit: Int) {
    replacements.removeAll { $0.nodeID == contact.nodeID }
    replacements.append(contact)
    if replacements.count > limit { replacements.removeFirst(replacements.count - limit) }
  }
}
