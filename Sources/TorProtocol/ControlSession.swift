package import Crypto
package import Wire
package import World

/// One control connection to tor as a value: PROTOCOLINFO, authentication, events, the onion, and a question now and
/// then to see that tor still answers. The shell connects, carries out the directives in order, and begins a new
/// session on a new connection after `end`.
package struct ControlSession: Sendable {
  package struct Settings: Sendable {
    package var limits = ControlLimits()
    /// tor answers in milliseconds; on a starved machine in seconds. A stopped tor is told from a slow one by this.
    package var reply = Duration.seconds(20)
    /// How often tor is asked how it is. With `reply`, a dead tor is known within 30 s.
    package var question = Duration.seconds(10)
    /// First pause after a refused ADD_ONION; doubles each time.
    package var refusedOnion = Duration.seconds(1)
    package var refusedOnionMost = Duration.seconds(60)
    /// How long an onion may be without a confirmed descriptor, circuits standing, before it is added afresh.
    package var publishing = Duration.seconds(180)
    /// Directories remembered as holders: two time periods of two replicas of four.
    package var holders = 16

    package init() {}
  }

  package struct Configuration: Sendable {
    /// For a tor with HashedControlPassword.
    package var password: SecretBytes?
    /// Where the cookie is, when not where tor says (another mount, a container).
    package var cookiePath: String?
    /// Whether tor shall end with this connection.
    package var ownsTor = false
    /// The onion service and the address of its key.
    package var onion: (request: OnionRequest, address: OnionAddress)?
    package var settings = Settings()

    package init() {}
  }

  package enum Directive: Sendable, Equatable {
    case send([UInt8])
    /// Read the file and call `cookieRead`.
    case readCookie(path: String)
    case news(TorNews)
    /// Close the connection; no directive follows.
    case end(ControlFailure)
  }

  private enum Stage: Sendable, Equatable {
    case idle, authenticating, attached, ended
  }

  /// What the next reply answers.
  private enum Question: Sendable, Equatable {
    case protocolInfo, authentication, facts
    case addOnion, delOnion
    /// Refusal is no trouble.
    case other
  }

  private static let facts: [ControlToken] = [
    "status/bootstrap-phase", "status/circuit-established", "network-liveness", "net/listeners/socks",
  ]

  private let configuration: Configuration
  private let safeCookie: SafeCookie
  private var parser: ReplyParser
  private var stage = Stage.idle
  private var authentication: ControlAuthentication?
  private var open: [(question: Question, name: String, deadline: Instant)] = []
  private var nextQuestion: Instant?
  private var hasCircuit = false
  private var publication: OnionPublication?
  private var reported: OnionState?
  private var directives: [Directive] = []

  package init(_ configuration: Configuration, using random: inout some RandomNumberGenerator) {
    self.configuration = configuration
    parser = ReplyParser(limits: configuration.settings.limits)
    safeCookie = SafeCookie(using: &random)
  }

  /// When `tick` is due; nil when nothing is awaited.
  package var nextDeadline: Instant? {
    guard stage != .ended else { return nil }
    return [open.first?.deadline, nextQuestion, publication?.deadline(hasCircuit: hasCircuit)].compactMap(\.self)
      .min()
  }

  /// The connection stands.
  package mutating func start(at now: Moment) -> [Directive] {
    stage = .authenticating
    news(.link(.authenticating))
    ask(.protocolInfo, as: .protocolInfo, at: now)
    return flush()
  }

  /// Takes what tor sent, however it was cut.
  package mutating func received(_ bytes: some Sequence<UInt8>, at now: Moment) -> [Directive] {
    guard stage != .idle, stage != .ended else { return [] }
    do {
      for reply in try parser.push(bytes) where stage != .ended {
        if reply.isEvent { heard(reply, at: now) } else { answered(reply, at: now) }
      }
    } catch { end(.notTor(error)) }
    return flush()
  }

  /// What came of `readCookie`.
  package mutating func cookieRead(_ result: Result<[UInt8], ReadFailure>, at now: Moment) -> [Directive] {
    guard stage == .authenticating, let step = authentication?.cookieRead(result) else { return [] }
    carryOut(step, at: now)
    return flush()
  }

  /// The connection closed or broke.
  package mutating func failed(at now: Moment) -> [Directive] {
    guard stage != .idle, stage != .ended else { return [] }
    end(.closed)
    return flush()
  }

  package mutating func tick(at now: Moment) -> [Directive] {
    guard stage != .idle, stage != .ended else { return [] }
    if let first = open.first, now.instant >= first.deadline {
      end(.silent(command: first.name))
      return flush()
    }
    if let due = nextQuestion, now.instant >= due { askFacts(at: now) }
    if let due = publication?.deadline(hasCircuit: hasCircuit), now.instant >= due { publish(at: now) }
    return flush()
  }

  /// Takes the onion down and adds it again, so that tor chooses new introduction points and uploads afresh.
  package mutating func republish(at now: Moment) -> [Directive] {
    if stage == .attached, case .adding = publication?.step { return [] }
    if stage == .attached { publish(at: now) }
    return flush()
  }

  /// Makes tor use new circuits and forget what it knows of other services' descriptors.
  package mutating func renewCircuits(at now: Moment) -> [Directive] {
    if stage == .attached { ask(.signal("NEWNYM"), as: .other, at: now) }
    return flush()
  }

  // MARK: - Answers

  private mutating func answered(_ reply: ControlReply, at now: Moment) {
    guard !open.isEmpty else { return end(.notTor(.unexpectedReply(to: "nothing"))) }
    switch open.removeFirst().question {
    case .protocolInfo: identified(reply, at: now)
    case .authentication:
      if let step = authentication?.answered(reply) { carryOut(step, at: now) }
    case .facts: learned(reply, at: now)
    case .addOnion: onionAdded(reply, at: now)
    case .delOnion, .other: break
    }
  }

  private mutating func identified(_ reply: ControlReply, at now: Moment) {
    let info: ProtocolInfo
    do { info = try ProtocolInfo(reply) } catch { return end(.notTor(error)) }
    if let version = info.version {
      news(.version(version))
      if version < .minimum { return end(.tooOld(version)) }
    }
    var authentication = ControlAuthentication(
      info, password: configuration.password, cookiePath: configuration.cookiePath, safeCookie: safeCookie)
    let step = authentication.next()
    self.authentication = authentication
    carryOut(step, at: now)
  }

  private mutating func carryOut(_ step: ControlAuthentication.Step, at now: Moment) {
    switch step {
    case .readCookie(let path): directives.append(.readCookie(path: path))
    case .ask(let command): ask(command, as: .authentication, at: now)
    case .done: attached(at: now)
    case .failed(let failure): end(failure)
    }
  }

  private mutating func attached(at now: Moment) {
    stage = .attached
    authentication = nil
    news(.link(.attached))
    if configuration.ownsTor { ask(.takeOwnership, as: .other, at: now) }
    ask(.setEvents(["STATUS_CLIENT", "HS_DESC", "NETWORK_LIVENESS"]), as: .other, at: now)
    askFacts(at: now)
    if let (request, address) = configuration.onion, let serviceID = ControlToken(address.serviceID) {
      publication = OnionPublication(
        request, serviceID: serviceID, settings: configuration.settings, at: now.instant)
      publish(at: now)
    }
  }

  private mutating func learned(_ reply: ControlReply, at now: Moment) {
    guard reply.isSuccess else { return }
    if let phase = reply.value(of: "status/bootstrap-phase").flatMap({ BootstrapPhase($0) }) {
      news(.bootstrap(phase))
    }
    if let circuit = reply.value(of: "status/circuit-established") { circuitChanged(circuit == "1", at: now) }
    if let network = reply.value(of: "network-liveness") { news(.network(isLive: network == "up")) }
    if let listeners = reply.value(of: "net/listeners/socks") {
      news(.socks(SOCKSEndpoint.usable(listeners: listeners)))
    }
  }

  // MARK: - Events

  private mutating func heard(_ event: ControlReply, at now: Moment) {
    guard let text = event.lines.first?.text else { return }
    let words = text.split(separator: " ")
    switch words.first {
    case "HS_DESC":
      if let event = HSDescEvent(text) { publication?.heard(event, at: now.instant) }
      reportOnion()
    case "STATUS_CLIENT": statusChanged(words, String(text.dropFirst("STATUS_CLIENT ".count)), at: now)
    case "NETWORK_LIVENESS": news(.network(isLive: words.last == "UP"))
    case _: break
    }
  }

  private mutating func statusChanged(_ words: [Substring], _ text: String, at now: Moment) {
    guard words.count >= 3 else { return }
    switch words[2] {
    case "BOOTSTRAP":
      guard let phase = BootstrapPhase(text) else { return }
      news(.bootstrap(phase))
      // SOCKS listeners come up with the network.
      if phase.percent == 100 { askFacts(at: now) }
    case "CIRCUIT_ESTABLISHED": circuitChanged(true, at: now)
    case "CIRCUIT_NOT_ESTABLISHED": circuitChanged(false, at: now)
    case _: break
    }
  }

  private mutating func circuitChanged(_ hasCircuit: Bool, at now: Moment) {
    if hasCircuit, !self.hasCircuit { publication?.circuitCame(at: now.instant) }
    self.hasCircuit = hasCircuit
    news(.circuit(hasCircuit))
  }

  // MARK: - The onion

  /// Adds the onion; one that tor has already is taken down first.
  private mutating func publish(at now: Moment) {
    guard let publication else { return }
    switch publication.step {
    case .publishing, .published: ask(.delOnion(serviceID: publication.serviceID), as: .delOnion, at: now)
    case .waiting, .adding: break
    }
    ask(.addOnion(publication.request), as: .addOnion, at: now)
    self.publication?.asked()
    reportOnion()
  }

  private mutating func onionAdded(_ reply: ControlReply, at now: Moment) {
    switch publication?.answered(reply, at: now.instant) {
    case .askAgain: publish(at: now)
    case .settled, nil: reportOnion()
    }
  }

  private mutating func reportOnion() {
    guard let publication, publication.state != reported else { return }
    reported = publication.state
    news(.onion(publication.state, hasProofOfWork: publication.request.proofOfWork))
  }

  // MARK: - Directives

  private mutating func askFacts(at now: Moment) {
    ask(.getInfo(Self.facts), as: .facts, at: now)
    nextQuestion = now.instant + configuration.settings.question
  }

  private mutating func ask(_ command: ControlCommand, as question: Question, at now: Moment) {
    open.append((question, command.name, now.instant + configuration.settings.reply))
    directives.append(.send(command.line))
  }

  private mutating func news(_ news: TorNews) { directives.append(.news(news)) }

  private mutating func end(_ failure: ControlFailure) {
    stage = .ended
    open = []
    publication = nil
    directives.append(.end(failure))
  }

  private mutating func flush() -> [Directive] {
    defer { directives = [] }
    return directives
  }
}
