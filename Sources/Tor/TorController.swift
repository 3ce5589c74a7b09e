import Crypto
import Reactor
import TorProtocol
import World

/// Keeps a control connection to one tor for ever: connects, authenticates with the cookie as it is now, adds the onion
/// with the same address, and begins again when the connection ends. Loop-confined.
final class TorController {
  /// Called on the loop with each change.
  var onNews: ((TorNews) -> Void)?

  private let loop: EventLoop
  private let onion: TorService.Onion?
  private let settings: TorSettings
  private let log: Logger
  private var random = SystemRandom()
  private var attachment: TorAttachment
  private var session: ControlSession?
  private var connection: Connection?
  private var timer: Timer?
  private var pause: Duration
  private var isRunning = false

  init(
    loop: EventLoop, _ attachment: TorAttachment, onion: TorService.Onion?, settings: TorSettings, log: Logger
  ) {
    self.loop = loop
    self.attachment = attachment
    self.onion = onion
    self.settings = settings
    self.log = log
    pause = settings.reconnect
    timer = Timer(loop: loop) { [unowned self] in due() }
  }

  /// Connects now; the first pause counts again.
  func start() {
    isRunning = true
    pause = settings.reconnect
    onNews?(.link(.connecting))
    connect()
  }

  /// Closes the connection, which takes the onion down.
  func stop() {
    isRunning = false
    timer?.cancel()
    connection?.close()
    (connection, session) = (nil, nil)
  }

  func republish() { act { $0.republish(at: $1) } }

  func renewCircuits() { act { $0.renewCircuits(at: $1) } }

  private func connect() {
    timer?.cancel()
    var configuration = ControlSession.Configuration()
    configuration.password = attachment.password
    configuration.cookiePath = attachment.cookiePath
    configuration.ownsTor = attachment.ownsTor
    configuration.onion = onion.map { ($0.request, $0.address) }
    configuration.settings = settings.session
    session = ControlSession(configuration, using: &random)
    do {
      let connection = try Connection(loop: loop, connectingTo: attachment.endpoint)
      connection.onOpen = { [unowned self] in act { $0.start(at: $1) } }
      connection.onBytes = { [unowned self] bytes in act { $0.received(bytes, at: $1) } }
      connection.onClosed = { [unowned self] reason in closed(reason) }
      self.connection = connection
    } catch {
      end(.unreachable(endpoint: attachment.name, .other("\(error)")))
    }
  }

  private func closed(_ reason: CloseReason) {
    switch reason {
    case .connectFailed where attachment.ownsTor:
      // It has just been started and will listen in a moment, or it has ended and its owner says why.
      retry()
    case .connectFailed(let error):
      end(.unreachable(endpoint: attachment.name, SystemFiles.trouble(error.code, attachment.name)))
    case .endOfStream, .failed: act { $0.failed(at: $1) }
    }
  }

  /// Lets the session act, carries out what it wants, and sets the timer for what it awaits.
  private func act(_ body: (inout ControlSession, Moment) -> [ControlSession.Directive]) {
    guard var session else { return }
    let directives = body(&session, loop.now)
    self.session = session
    for directive in directives { carryOut(directive) }
    if let deadline = self.session?.nextDeadline { timer?.schedule(at: deadline) }
  }

  private func carryOut(_ directive: ControlSession.Directive) {
    switch directive {
    case .send(let bytes):
      // A connection that cannot take more is told by its close.
      do { try connection?.write(bytes) } catch { log.debug("control port: \(error)") }
    case .readCookie(let path):
      let cookie = SystemFiles.cookie(path)
      act { $0.cookieRead(cookie, at: $1) }
    case .news(let news):
      if news == .link(.attached) { pause = settings.reconnect }
      onNews?(news)
    case .end(let failure): end(failure)
    }
  }

  private func end(_ failure: ControlFailure) {
    retry()
    onNews?(.link(.failed(failure)))
  }

  private func retry() {
    connection?.close()
    (connection, session) = (nil, nil)
    timer?.schedule(after: random.jittered(pause))
    pause = min(pause * 2, settings.reconnectMost)
  }

  private func due() {
    guard isRunning else { return }
    if session == nil { connect() } else { act { $0.tick(at: $1) } }
  }
}
