import World

/// The onion's way from ADD_ONION to a confirmed descriptor, inside one control session.
struct OnionPublication: Sendable {
  enum Step: Sendable, Equatable {
    /// Not asked for yet, or refused: ask at `at`.
    case waiting(at: Instant)
    /// ADD_ONION is under way.
    case adding
    /// tor has it, and descriptors are awaited since then.
    case publishing(since: Instant)
    case published
  }

  /// What to do after tor's answer.
  enum Verdict {
    case settled
    /// Ask again at once.
    case askAgain
  }

  private(set) var request: OnionRequest
  let serviceID: ControlToken
  private let settings: ControlSession.Settings
  private(set) var step: Step
  private(set) var reason: String?
  private var refusals = 0
  /// Directories that hold the descriptor now.
  private var holders: Set<String> = []

  init(_ request: OnionRequest, serviceID: ControlToken, settings: ControlSession.Settings, at now: Instant) {
    self.request = request
    self.serviceID = serviceID
    self.settings = settings
    step = .waiting(at: now)
  }

  var state: OnionState {
    switch step {
    case .waiting, .adding: .down(reason: reason)
    case .publishing: .publishing
    case .published: .up
    }
  }

  /// When something is due by itself; an onion without a circuit is not late.
  func deadline(hasCircuit: Bool) -> Instant? {
    switch step {
    case .waiting(let at): at
    case .publishing(let since): hasCircuit ? since + settings.publishing : nil
    case .adding, .published: nil
    }
  }

  mutating func asked() {
    step = .adding
    holders = []
  }

  /// tor's answer to ADD_ONION.
  mutating func answered(_ reply: ControlReply, at now: Instant) -> Verdict {
    if reply.isSuccess {
      (step, reason, refusals) = (.publishing(since: now), nil, 0)
      return .settled
    }
    // 512 with the proof-of-work words: this tor does not know them.
    if reply.code == 512, request.proofOfWork {
      request.proofOfWork = false
      return .askAgain
    }
    // 550 is a collision: the connection that held the onion before is not yet known to be dead.
    reason = reply.code == 550 ? "tor still holds the onion for an older connection" : reply.summary
    let pause = min(settings.refusedOnion * (1 << min(refusals, 16)), settings.refusedOnionMost)
    refusals += 1
    step = .waiting(at: now + pause)
    return .settled
  }

  /// Something happened to our descriptor. More holders than the bound say nothing new.
  mutating func heard(_ event: HSDescEvent, at now: Instant) {
    guard event.serviceID == serviceID.text else { return }
    switch (event.action, step) {
    case (.uploaded, .publishing), (.uploaded, .published):
      if holders.count < settings.holders { holders.insert(event.directory) }
      step = .published
    case (.uploadRejected, .published):
      holders.remove(event.directory)
      if holders.isEmpty { step = .publishing(since: now) }
    case (.uploaded, _), (.uploadRejected, _), (.upload, _), (.other, _): break
    }
  }

  /// The clock restarts when tor gets its first circuit: nothing could be uploaded before.
  mutating func circuitCame(at now: Instant) {
    if case .publishing = step { step = .publishing(since: now) }
  }
}
