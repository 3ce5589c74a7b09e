import Reactor
import Wire
import World

/// What the links of a pool share.
final class LinkContext {
  let loop: EventLoop
  let identity: any LinkIdentity
  let settings: TransportSettings
  /// The hellos that were accepted, so that none opens two links.
  var window = ReplayWindow()
  var random: any RandomNumberGenerator
  var counters = Counters()
  /// Bytes of incomplete frames on all links.
  var pendingInput = 0
  private var hellos: TokenBucket

  init(
    loop: EventLoop, identity: any LinkIdentity, settings: TransportSettings, random: any RandomNumberGenerator
  ) {
    self.loop = loop
    self.identity = identity
    self.settings = settings
    self.random = random
    hellos = TokenBucket(rate: settings.hellosPerSecond, burst: settings.helloBurst, at: loop.now.instant)
  }

  /// Whether one more hello may be verified now.
  func mayVerifyHello(at now: Instant) -> Bool { hellos.take(1, at: now) }
}
