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

  /// How long hellos have to wait, since too many were verified lately; nil when one may be verified now.
  func helloRest(at now: Instant) -> Duration? { hellos.debt(at: now) }

  /// A hello was worth a signature check.
  func spendHello(at now: Instant) { hellos.spend(1, at: now) }
}
