import ControlAPI
import Reactor
import Tor
import TorProtocol
import World

/// One attempt to talk to tor, on a loop of its own.
actor TorAttempt {
  /// Which tor it was, and how it stands; no state when it did not answer.
  struct Outcome: Sendable {
    var place: String
    var state: TorState?
    /// Why the system's tor is not used, when it was tried first.
    var passedOver: ControlFailure?
  }

  nonisolated private let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private let configuration: TorService.Configuration
  private var service: TorService?
  private var timer: Timer?
  private var answer: CheckedContinuation<Outcome, Never>?
  /// How long a tor that was started for this may take to end, before its files are removed under it.
  private static let endPatience: Duration = .seconds(5)
  private static let endPoll: Duration = .milliseconds(20)

  init(_ configuration: TorService.Configuration) throws(RPCError) {
    do throws(SystemError) {
      loop = try EventLoop()
      try loop.start()
    } catch {
      throw RPCError(.internalFailure, "the event loop cannot start: \(error)")
    }
    self.configuration = configuration
  }

  deinit { loop.stop() }

  func result(within limit: Duration) async -> Outcome {
    let service = TorService(loop: loop, configuration, log: .silent)
    self.service = service
    let timer = Timer(loop: loop) { [self] in end(nil) }
    timer.schedule(after: limit)
    self.timer = timer
    return await withCheckedContinuation { continuation in
      answer = continuation
      service.onChange = { [self] in
        switch service.state.link {
        case .connecting, .authenticating: break
        case .failed: end(service.state)
        case .attached: if service.state.version != nil { end(service.state) }
        }
      }
      service.start()
    }
  }

  private func end(_ state: TorState?) {
    guard let answer, let service else { return }
    self.answer = nil
    let outcome = Outcome(place: service.place, state: state, passedOver: service.passedOver)
    service.onChange = nil
    service.stop()
    let limit = loop.now.instant + Self.endPatience
    let timer = Timer(loop: loop) { [self] in awaitEnd(of: service, until: limit, answer, outcome) }
    timer.schedule(after: .zero)
    self.timer = timer
  }

  /// What ran for this has ended before the answer is given.
  private func awaitEnd(
    of service: TorService, until limit: Instant, _ answer: CheckedContinuation<Outcome, Never>, _ outcome: Outcome
  ) {
    if service.ownProcessID != nil, loop.now.instant < limit {
      timer?.schedule(after: Self.endPoll)
      return
    }
    timer = nil
    self.service = nil
    answer.resume(returning: outcome)
  }
}
