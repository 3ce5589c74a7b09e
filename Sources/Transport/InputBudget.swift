import World

/// How much a link may bring in: frames and bytes by the second.
struct InputBudget {
  private var frames: TokenBucket
  private var bytes: TokenBucket

  init(_ settings: TransportSettings, proof: LinkProof?, at now: Instant) {
    switch proof {
    case .proven:
      frames = TokenBucket(rate: settings.framesPerSecond, burst: settings.frameBurst, at: now)
    case .unproven, nil:
      frames = TokenBucket(rate: settings.unprovenFramesPerSecond, burst: settings.unprovenFrameBurst, at: now)
    }
    bytes = TokenBucket(rate: settings.bytesPerSecond, burst: settings.byteBurst, at: now)
  }

  mutating func spend(frameOf count: Int, at now: Instant) {
    frames.spend(1, at: now)
    bytes.spend(Double(count), at: now)
  }

  /// How long the link has to rest; nil when it may go on.
  func rest(at now: Instant) -> Duration? {
    switch (frames.debt(at: now), bytes.debt(at: now)) {
    case (let a?, let b?): max(a, b)
    case (let a, let b): a ?? b
    }
  }
}
