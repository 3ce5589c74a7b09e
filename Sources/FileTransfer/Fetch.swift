import World

/// One file that is being fetched: what is there, what was asked for, and how much is asked for at a time.
struct Fetch: Sendable {
  enum State: Sendable {
    /// The peer has no link, or another file comes first.
    case waiting
    /// Asked for; the peer's silence ends at the deadline.
    case asked(deadline: Instant)
  }

  let offer: FileOffer
  let order: UInt64
  var state = State.waiting
  /// Chunks that are here, and so the next one.
  var next: Int
  /// The first chunk that was not asked for.
  var limit = 0
  /// Chunks under way.
  private(set) var window: Int
  /// Silences in a row.
  var silences = 0
  private var roundStart: Instant?
  private var roundFirst = 0
  private var bestRate = 0.0

  init(_ offer: FileOffer, from next: Int, order: UInt64, _ settings: FileTransferSettings) {
    self.offer = offer
    self.next = next
    self.order = order
    window = Fetch.chunks(settings.firstWindow, offer.layout)
  }

  var count: Int { offer.layout.chunkCount }
  var isWhole: Bool { next >= count }

  /// Asks from the next chunk on, as at the beginning.
  mutating func restart(at now: Instant, _ settings: FileTransferSettings) {
    window = Fetch.chunks(settings.firstWindow, offer.layout)
    limit = min(count, next + window)
    (roundStart, roundFirst, bestRate) = (now, next, 0)
  }

  /// Counts a chunk. True when more is to be asked for.
  mutating func advance(at now: Instant, _ settings: FileTransferSettings) -> Bool {
    next += 1
    silences = 0
    if let start = roundStart, next - roundFirst >= window { endRound(since: start, at: now, settings) }
    guard limit < count, limit - next <= window - max(1, window / 4) else { return false }
    limit = min(count, next + window)
    return true
  }

  /// More under way is worth it as long as it brings more in: beyond that it only waits on the way, and messages behind it.
  private mutating func endRound(since start: Instant, at now: Instant, _ settings: FileTransferSettings) {
    let rate = Double(next - roundFirst) / max((now - start).seconds, 1e-6)
    if rate > bestRate * settings.worthwhile {
      window = min(window * 2, Fetch.chunks(settings.largestWindow, offer.layout))
    }
    bestRate = max(bestRate * settings.fading, rate)
    (roundStart, roundFirst) = (now, next)
  }

  private static func chunks(_ bytes: Int64, _ layout: FileLayout) -> Int { max(2, Int(bytes / layout.chunkSize)) }
}

extension Duration {
  fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
