import Crypto
import World

/// Remembers the messages that were accepted lately, by a hash of what their signatures cover: the signature itself
/// will not do, since a signer can make many over the same bytes.
///
/// It is bounded twice: an entry leaves when its message is too old to be accepted again, and the oldest leaves when
/// there are too many. Whoever fills it has to sign every entry; what slips through then is recognised by message
/// identifiers, since every engine is idempotent on those.
package struct ReplayWindow: Sendable {
  /// The first 128 bits of SHA-256 over the signed bytes and the node ID of the signer.
  struct Key: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    init(signedBytes: [UInt8], sender: NodeID) {
      (high, low) = SHA256.hash(signedBytes, sender.bytes).withUnsafeBytes { hash in
        (hash.loadUnaligned(as: UInt64.self), hash.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      }
    }
  }

  private struct Entry {
    let key: Key
    let recordedAt: Instant
  }

  private let capacity: Int
  private let lifetime: Duration
  private var keys: Set<Key> = []
  /// In the order of their recording; those before `first` have left.
  private var entries: [Entry] = []
  private var first = 0

  /// A window of at most `capacity` messages, each kept for `lifetime`.
  package init(capacity: Int = WireLimits.replayEntries, lifetime: Duration = WireLimits.replayLifetime) {
    self.capacity = max(1, capacity)
    self.lifetime = lifetime
  }

  /// How many messages are remembered.
  package var count: Int { keys.count }

  func holds(_ key: Key) -> Bool { keys.contains(key) }

  mutating func record(_ key: Key, at now: Instant) {
    guard keys.insert(key).inserted else { return }
    entries.append(Entry(key: key, recordedAt: now))
    while first < entries.count, keys.count > capacity || now - entries[first].recordedAt > lifetime {
      keys.remove(entries[first].key)
      first += 1
    }
    // Half of the array at a time, so that each entry is moved once on average.
    if first > entries.count / 2 {
      entries.removeFirst(first)
      first = 0
    }
  }
}
