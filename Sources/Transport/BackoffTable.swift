import Wire
import World

/// The addresses that could not be reached lately, and when each may be dialled again.
struct BackoffTable {
  private struct Entry {
    var failures = 0
    var until: Instant
  }

  private let settings: TransportSettings
  private var entries: [PeerAddress: Entry] = [:]

  init(settings: TransportSettings) { self.settings = settings }

  var count: Int { entries.count }

  /// When `address` may be dialled again; nil when it may be now.
  func until(_ address: PeerAddress, at now: Instant) -> Instant? {
    guard let until = entries[address]?.until, until > now else { return nil }
    return until
  }

  /// A dial failed: the wait doubles each time, and is never the same for two nodes.
  mutating func failed(_ address: PeerAddress, at now: Instant, random: inout some RandomNumberGenerator) {
    let failures = (entries[address]?.failures ?? 0) + 1
    let doublings = min(failures - 1, 16)
    let wait = min(settings.firstBackoff * (1 << doublings), settings.longestBackoff)
    makeRoom(for: address)
    entries[address] = Entry(failures: failures, until: now + random.jittered(wait))
  }

  /// The peer was reached, or appeared by itself.
  mutating func succeeded(_ address: PeerAddress) { entries[address] = nil }

  /// What failed was this side's fault: everything may be dialled again.
  mutating func forget() { entries = [:] }

  private mutating func makeRoom(for address: PeerAddress) {
    guard entries[address] == nil, entries.count >= settings.backoffEntries else { return }
    guard let soonest = entries.min(by: { $0.value.until < $1.value.until }) else { return }
    entries[soonest.key] = nil
  }
}
