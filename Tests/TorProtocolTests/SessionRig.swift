import TestWorld
import TorProtocol
import Wire
import World

/// A control session against a scripted tor, on a clock that the test moves.
struct SessionRig {
  var session: ControlSession
  var tor: ScriptedTor
  var clock = ManualClock()
  private(set) var news: [TorNews] = []
  private(set) var ended: ControlFailure?
  /// What a read of the cookie file gives; nil gives the tor's own cookie.
  var cookieFile: Result<[UInt8], ReadFailure>?
  private(set) var cookieReads: [String] = []
  /// How many bytes each delivery holds.
  var pieces = Int.max
  /// What the connection does to tor's answers.
  var damage: ([UInt8]) -> [UInt8] = { $0 }

  static let key = OnionKeyFixture()

  init(
    _ tor: ScriptedTor = ScriptedTor(serviceID: key.address.serviceID), hasOnion: Bool = true,
    change: (inout ControlSession.Configuration) -> Void = { _ in }
  ) {
    var configuration = ControlSession.Configuration()
    if hasOnion { configuration.onion = (Self.key.request, Self.key.address) }
    change(&configuration)
    var random = SeededRandom(seed: 1)
    session = ControlSession(configuration, using: &random)
    self.tor = tor
  }

  mutating func start() { carryOut(session.start(at: clock.now)) }

  mutating func deliver(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieces)
      rest = rest.dropFirst(pieces)
      carryOut(session.received(piece, at: clock.now))
    }
  }

  mutating func advance(by duration: Duration) {
    clock.advance(by: duration)
    carryOut(session.tick(at: clock.now))
  }

  /// Moves the clock to the session's next deadline.
  mutating func advanceToDeadline() {
    guard let deadline = session.nextDeadline else { return }
    advance(by: deadline - clock.now.instant)
  }

  /// Carries out directives in order, and then lets tor answer what they sent.
  mutating func carryOut(_ directives: [ControlSession.Directive]) {
    var answers: [UInt8] = []
    for directive in directives {
      switch directive {
      case .send(let bytes): answers += damage(tor.received(bytes))
      case .readCookie(let path):
        cookieReads.append(path)
        carryOut(session.cookieRead(cookieFile ?? .success(tor.cookie), at: clock.now))
      case .news(let item): news.append(item)
      case .end(let failure): ended = failure
      }
    }
    deliver(answers)
  }

  var onions: [OnionState] {
    news.compactMap { if case .onion(let state, _) = $0 { state } else { nil } }
  }

  var state: TorState {
    var state = TorState(hasOnion: true, at: clock.now.timestamp)
    for item in news { state.apply(item, at: clock.now.timestamp) }
    if let ended { state.apply(.link(.failed(ended)), at: clock.now.timestamp) }
    return state
  }
}
