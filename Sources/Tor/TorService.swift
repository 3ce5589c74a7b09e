package import Crypto
package import Reactor
package import TorProtocol
package import Wire
package import World

/// The node's tor: finds or starts it, keeps the control connection and the onion, looks from outside whether the onion
/// can be reached, and says in `state` how all that stands. Loop-confined.
package final class TorService {
  /// The onion service: what is asked of tor, and the address of its key.
  package struct Onion: Sendable {
    package var request: OnionRequest
    package var address: OnionAddress

    package init(request: OnionRequest, address: OnionAddress) {
      self.request = request
      self.address = address
    }
  }

  package struct Configuration: Sendable {
    package var mode: TorMode
    /// Where `auto` looks for a tor to attach to, instead of the usual places.
    package var preferred: Endpoint?
    /// Where an own tor has its files; made when needed, with mode 0700. Its folder must exist.
    package var folder: String
    package var template = TorrcTemplate.standard
    /// The program of an own tor; nil: `tor` on the path.
    package var program: String?
    /// Starts an own tor without network.
    package var isNetworkDisabled = false
    /// Overrides the cookie path that tor names; not used for an own tor.
    package var cookiePath: String?
    package var password: SecretBytes?
    /// Nil for a node that only dials.
    package var onion: Onion?
    package var settings = TorSettings()
    /// Where the system's control socket may be; nil for the usual places.
    var systemSockets: [String]?

    package init(mode: TorMode, folder: String) {
      self.mode = mode
      self.folder = folder
    }
  }

  /// What is known now.
  package private(set) var state: TorState
  /// Called on the loop after each change of `state`.
  package var onChange: (() -> Void)?

  private let loop: EventLoop
  private let configuration: Configuration
  private let log: Logger
  private var controller: TorController?
  private var ownTor: OwnTor?
  /// Where the tor is that is attached to.
  private var endpoint: Endpoint?
  /// The tor that `auto` tries to attach to, until that has succeeded or failed.
  private var candidate: Endpoint?
  /// The one that `auto` could not use.
  private var rejected: Endpoint?
  /// Why `auto` does not use the system's tor, while it runs an own one.
  package private(set) var passedOver: ControlFailure?
  private var silences = 0
  /// What probing the onion from outside has shown.
  package private(set) var health: OnionHealth
  private var healthTimer: Timer?
  private var probe: OnionProbe?
  private var probes = 0

  package init(loop: EventLoop, _ configuration: Configuration, log: Logger) {
    self.loop = loop
    self.configuration = configuration
    self.log = log
    state = TorState(hasOnion: configuration.onion != nil, at: loop.now.timestamp)
    health = OnionHealth(settings: configuration.settings.health)
    healthTimer = Timer(loop: loop) { [unowned self] in
      carryOut(health.tick(at: loop.now))
    }
  }

  /// Whether the tor in use is an own one.
  package var runsOwnTor: Bool { ownTor != nil }

  /// The process of our own tor, while it runs.
  package var ownProcessID: Int32? { ownTor?.processID }

  package func start() {
    switch configuration.mode {
    case .own: startOwn()
    case .control(let endpoint): attach(endpoint)
    case .system:
      switch findSystem() {
      case .found(let attachment): attach(attachment.endpoint)
      // Tried for ever: it may be started later, or we may be let in.
      case .unusable(let path, _): attach(.unix(path: path))
      }
    case .auto:
      if let preferred = configuration.preferred { return attach(trying: preferred) }
      switch findSystem() {
      case .found(let attachment): attach(trying: attachment.endpoint)
      case .unusable(let path, let trouble):
        log.notice("no use of the system's tor at \(path): \(trouble.words); running an own one")
        passedOver = .unreachable(endpoint: path, trouble)
        startOwn()
      }
    }
  }

  /// Which tor it is, in words.
  package var place: String {
    if ownTor != nil { return "the node's own tor" }
    return endpoint.map { "the tor at \(TorAttachment(endpoint: $0).name)" } ?? "tor"
  }

  /// Takes the onion down and ends an own tor.
  package func stop() {
    probe = nil
    healthTimer?.cancel()
    controller?.stop()
    ownTor?.stop()
  }

  /// Adds the onion afresh.
  package func republish() { controller?.republish() }

  /// Makes tor use new circuits.
  package func renewCircuits() { controller?.renewCircuits() }

  /// A link from outside has come in: the onion can be reached.
  package func heardFromOutside() { carryOut(health.heard(at: loop.now)) }

  /// Attaches, and runs an own tor when the first attempt fails.
  private func attach(trying endpoint: Endpoint) {
    candidate = endpoint
    attach(endpoint)
  }

  private func fallBack(_ failure: ControlFailure) {
    guard let refused = candidate else { return }
    log.notice("\(failure.description); running an own tor")
    (candidate, rejected, passedOver) = (nil, refused, failure)
    controller?.stop()
    startOwn()
  }

  private func attach(_ endpoint: Endpoint) {
    self.endpoint = endpoint
    let attachment = TorAttachment(
      endpoint: endpoint, cookiePath: configuration.cookiePath, password: configuration.password)
    makeController(attachment).start()
  }

  private func startOwn() {
    let ownTor = OwnTor(
      loop: loop, folder: configuration.folder, template: configuration.template,
      isNetworkDisabled: configuration.isNetworkDisabled, settings: configuration.settings, log: log,
      program: configuration.program.map { program in { program } } ?? OwnTor.installedProgram)
    let controller = makeController(ownTor.attachment)
    ownTor.onStarted = { controller.start() }
    ownTor.onFailed = { [unowned self] failure in
      controller.stop()
      apply(.link(.failed(failure)))
      if failure == .notInstalled { lookForSystem() }
    }
    self.ownTor = ownTor
    health.isOwnTor = true
    ownTor.start()
  }

  /// `auto` without a tor program: the tor package, once it is there, brings a running tor. One that could not be used
  /// is tried for ever, since there is no other: it may be mended, and its failure says how.
  private func lookForSystem() {
    guard configuration.mode == .auto else { return }
    if let rejected { return leaveOwn(for: rejected) }
    guard configuration.preferred == nil, case .found(let attachment) = findSystem() else { return }
    leaveOwn(for: attachment.endpoint)
  }

  private func leaveOwn(for endpoint: Endpoint) {
    ownTor?.stop()
    (ownTor, passedOver) = (nil, nil)
    health.isOwnTor = false
    attach(endpoint)
  }

  private func findSystem() -> SystemTor.Finding {
    SystemTor.find(sockets: configuration.systemSockets ?? SystemTor.candidates())
  }

  private func makeController(_ attachment: TorAttachment) -> TorController {
    let controller = TorController(
      loop: loop, attachment, onion: configuration.onion, settings: configuration.settings, log: log)
    controller.onNews = { [unowned self] news in apply(news) }
    self.controller = controller
    return controller
  }

  private func apply(_ news: TorNews) {
    if candidate != nil, case .link(.failed(let failure)) = news {
      // Not within the controller's own call, which it would not survive.
      loop.later { [weak self] in self?.fallBack(failure) }
      return
    }
    if news == .link(.attached) { candidate = nil }
    let before = state
    state.apply(news, at: loop.now.timestamp)
    if state.summary != before.summary { log.log(weight(after: before), "\(state.summary)") }
    noteSilence(news)
    if state.onion != before.onion {
      health.changed(state.onion, at: loop.now)
      if state.onion != .up { probe = nil }
      scheduleHealth()
    }
    if state != before { onChange?() }
  }

  /// How much a change matters: an operator hears of failures, and of the onion's coming and going.
  private func weight(after before: TorState) -> LogLevel {
    switch (state.link, state.onion) {
    case (.failed, _), (.attached, .down(.some)): .warning
    case (.attached, .up) where state.isOnionReachable == false: .warning
    case (.attached, .up) where before.onion != .up || before.isOnionReachable == false: .notice
    case (.connecting, _), (.authenticating, _), (.attached, _): .info
    }
  }

  /// An own tor that stopped answering is ended, so that a new one can start.
  private func noteSilence(_ news: TorNews) {
    switch news {
    case .link(.failed(.silent)):
      silences += 1
      if silences >= configuration.settings.silencesUntilKill { ownTor?.kill() }
    case .link(.attached): silences = 0
    case .link, .version, .bootstrap, .circuit, .network, .socks, .onion, .reachable: break
    }
  }

  private func carryOut(_ directives: [OnionHealth.Directive]) {
    for directive in directives {
      switch directive {
      case .probe: startProbe()
      case .renewCircuits: controller?.renewCircuits()
      case .republish: controller?.republish()
      case .restartTor: ownTor?.kill()
      case .news(let news): apply(news)
      }
    }
    scheduleHealth()
  }

  private func scheduleHealth() {
    if let due = health.nextDeadline { healthTimer?.schedule(at: due) } else { healthTimer?.cancel() }
  }

  private func startProbe() {
    guard let onion = configuration.onion, let proxy = state.socks.first else {
      return carryOut(health.probed(succeeded: false, at: loop.now))
    }
    probes += 1
    probe = OnionProbe(
      loop: loop, through: proxy, to: onion.address, port: onion.request.virtualPort,
      isolation: "probe/\(probes)/\(loop.now.instant.nanoseconds)"
    ) { [unowned self] error in
      if let error { log.notice("the onion could not be reached from outside: \(error)") }
      carryOut(health.probed(succeeded: error == nil, at: loop.now))
    }
  }
}
