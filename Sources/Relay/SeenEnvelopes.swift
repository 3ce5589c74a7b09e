import Crypto
import Wire
import World

/// Envelopes that passed here, each remembered for a while. What is remembered covers all of an envelope that a hop does
/// not change: a name alone could be taken by somebody else before.
struct SeenEnvelopes: Sendable {
  struct Key: Hashable, Sendable {
    private let bytes: [UInt8]

    init(_ id: String, _ target: String, _ content: [UInt8]) {
      bytes = Array(SHA256.hash(Array("\(id.utf8.count) \(id)\(target) ".utf8), content).prefix(16))
    }
  }

  private let capacity: Int
  private let lifetime: Duration
  private var keys: Set<Key> = []
  private var entries: [(key: Key, until: Instant)] = []
  private var first = 0

  init(capacity: Int, lifetime: Duration) {
    self.capacity = max(1, capacity)
    self.lifetime = lifetime
  }

  var count: Int { keys.count }

  func holds(_ key: Key) -> Bool { keys.contains(key) }

  /// Remembers it. - Returns: whether it is new.
  mutating func insert(_ key: Key, at now: Instant) -> Bool {
    while first < entries.count, entries[first].until <= now { forgetFirst() }
    guard keys.insert(key).inserted else { return false }
    entries.append((key, now + lifetime))
    if keys.count > capacity { forgetFirst() }
    // Half of the array at a time, so that each entry is moved once on average.
    if first > entries.count / 2 {
      entries.removeFirst(first)
      first = 0
    }
    return true
  }

  private mutating func forgetFirst() {
    keys.remove(entries[first].key)
    first += 1
  }
}
