package import Wire
package import World

/// Up to k contacts whose distance from the local node has the same highest bit, the least recently seen first,
/// and a short list of proven contacts that wait for a place.
package struct KBucket: Sendable {
  /// A contact and what is known of its conduct.
  package struct Entry: Hashable, Sendable {
    package internal(set) var contact: Contact
    package let since: Instant
    /// Who named it first; nil when it came by itself or was known before.
    package let introducer: NodeID?
    /// Leading zero bits of the proof of work on its identity.
    package let workBits: Int
    package internal(set) var lastSeen: Instant
    /// Requests that failed since the contact last answered.
    package internal(set) var failures: Int
    /// How long it takes to answer on a live link; nil until it did.
    package internal(set) var roundTrip: RoundTrip?
  }

  /// A proven contact that waits for a place.
  package struct Candidate: Hashable, Sendable {
    package let contact: Contact
    let introducer: NodeID?
    let workBits: Int
  }

  /// The least recently seen first.
  package internal(set) var entries: [Entry] = []
  /// Proven contacts that found the bucket full: those with the most work last, of equals the newest.
  package internal(set) var replacements: [Candidate] = []

  /// One contact, without a copy of its entry.
  func contact(at index: Int) -> Contact { entries.withUnsafeBufferPointer { $0[index].contact } }

  func index(of nodeID: NodeID) -> Int? { entries.firstIndex { $0.contact.nodeID == nodeID } }

  /// Changes the entry at `index` and moves it to the most recently seen end.
  mutating func renew(_ index: Int, at now: Instant, _ change: (inout Entry) -> Void) {
    var entry = entries.remove(at: index)
    entry.lastSeen = now
    entry.failures = 0
    change(&entry)
    entries.append(entry)
  }

  mutating func addReplacement(_ candidate: Candidate, limit: Int) {
    replacements.removeAll { $0.contact.nodeID == candidate.contact.nodeID }
    let index = replacements.firstIndex { $0.workBits > candidate.workBits } ?? replacements.count
    replacements.insert(candidate, at: index)
    if replacements.count > limit { replacements.removeFirst(replacements.count - limit) }
  }
}
