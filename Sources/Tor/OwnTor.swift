import Glibc
import Reactor
import TorProtocol
import World

/// A tor of the node's own: a child process on a configuration made from the template, started again with growing
/// pauses when it ends. It goes when our control connection goes, and at the latest some seconds after our process.
/// Loop-confined.
final class OwnTor {
  /// The process runs; its control port opens within some ten milliseconds.
  var onStarted: (() -> Void)?
  /// It could not be started or has ended; another start follows by itself.
  var onFailed: ((ControlFailure) -> Void)?

  private let loop: EventLoop
  private let folder: String
  private let template: TorrcTemplate
  private let values: TorrcTemplate.Values
  private let settings: TorSettings
  private let log: Logger
  private let program: () -> String?
  private var child: ChildProcess?
  private var check: ProgramCheck?
  /// The program that has said that it is tor.
  private var knownProgram: String?
  private var timer: Timer?
  private var pause: Duration
  private var startedAt: Instant?
  /// The last line of complaint: what a failed start is explained with.
  private var complaint: String?
  private var isStopping = false

  init(
    loop: EventLoop, folder: String, template: TorrcTemplate, isNetworkDisabled: Bool, settings: TorSettings,
    log: Logger, program: @escaping () -> String? = OwnTor.installedProgram
  ) {
    self.loop = loop
    self.folder = folder
    self.template = template
    self.settings = settings
    self.log = log
    self.program = program
    values = TorrcTemplate.Values(folder: folder, isNetworkDisabled: isNetworkDisabled)
    pause = settings.restart
    timer = Timer(loop: loop) { [unowned self] in start() }
  }

  deinit { child?.terminate() }

  var attachment: TorAttachment {
    TorAttachment(
      endpoint: .unix(path: values.controlSocket), cookiePath: values.cookieFile, ownsTor: true)
  }

  static func installedProgram() -> String? {
    let searchPath = getenv("PATH").map { String(cString: $0) }
    return TorProgram.candidates("tor", searchPath: searchPath).first { access($0, X_OK) == 0 }
  }

  var processID: Int32? { child?.processID }

  func start() {
    guard child == nil, check == nil, !isStopping else { return }
    guard let program = program() else {
      return refuse(.notInstalled)
    }
    if let trouble = SystemFiles.trouble(running: program) {
      return refuse(.programUnusable(path: program, trouble))
    }
    do {
      try prepare()
      if program == knownProgram { try launch(program) } else { identify(program) }
    } catch {
      failed("\(error)")
    }
  }

  private func identify(_ program: String) {
    do throws(LaunchError) {
      check = try ProgramCheck(
        loop: loop, program, environment: Self.environment, patience: settings.programAnswer
      ) { [unowned self] failure in
        check = nil
        if let failure { return refuse(failure) }
        knownProgram = program
        start()
      }
    } catch {
      refuse(.programUnusable(path: program, .other(Self.words(for: error))))
    }
  }

  /// It was seen to be executable, so that the system refuses what it holds.
  private static func words(for error: LaunchError) -> String {
    switch error {
    case .notExecutable: "the system does not take it for a program"
    case .notFound, .system: error.description
    }
  }

  /// There is nothing to start; it is looked again.
  private func refuse(_ failure: ControlFailure) {
    timer?.schedule(after: settings.look)
    onFailed?(failure)
  }

  /// Ends the process and starts no other.
  func stop() {
    isStopping = true
    timer?.cancel()
    check = nil
    child?.terminate()
  }

  /// Ends a process that does not answer any more; the next start follows.
  func kill() { child?.kill() }

  private func launch(_ program: String) throws(LaunchError) {
    let arguments = [
      "-f", folder + "/torrc", "--defaults-torrc", folder + "/torrc-defaults", "--hush",
      "--__OwningControllerProcess", "\(getpid())",
    ]
    let child = try ChildProcess(
      loop: loop, ChildCommand(program, arguments, environment: Self.environment, output: .lines))
    complaint = nil
    child.onLine = { [weak self] line in self?.heard(line) }
    child.onExit = { [weak self] termination in self?.exited(termination) }
    self.child = child
    startedAt = loop.now.instant
    log.info("started tor, process \(child.processID)")
    onStarted?()
  }

  /// Pluggable transports are found through PATH.
  private static var environment: [String: String] {
    getenv("PATH").map { ["PATH": String(cString: $0)] } ?? [:]
  }

  private func heard(_ line: String) {
    // tor ends with a line that only points at the one before.
    guard !line.contains("see warnings above") || complaint == nil else { return }
    if line.contains("[err]") || line.contains("[warn]") { complaint = line }
  }

  private func exited(_ termination: Termination) {
    child = nil
    guard !isStopping else { return }
    let wasStable = startedAt.map { loop.now.instant - $0 >= settings.stableLife } ?? false
    if wasStable { pause = settings.restart }
    switch termination {
    case .killed(let signal): failed(.ended(how: "signal \(signal)"))
    case .exited(let code) where wasStable || code == 0: failed(.ended(how: "exit code \(code)"))
    case .exited: failed(complaint.map { "\(termination) (\($0))" } ?? "\(termination)")
    }
  }

  private func failed(_ reason: String) { failed(.startFailed(reason: reason, log: values.logFile)) }

  private func failed(_ failure: ControlFailure) {
    timer?.schedule(after: pause)
    pause = min(pause * 2, settings.restartMost)
    onFailed?(failure)
  }

  /// Folders for tor and us alone, the configuration, and no leavings of an earlier tor that could be taken for the
  /// new one's.
  private func prepare() throws {
    for path in [folder, values.dataDirectory] {
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError("mkdir \(path)", code: errno) }
      guard chmod(path, 0o700) == 0 else { throw SystemError("chmod \(path)", code: errno) }
    }
    try Self.write(template.rendered(values), to: folder + "/torrc")
    try Self.write("", to: folder + "/torrc-defaults")
    for path in [values.controlSocket, values.cookieFile, values.socksSocket] { unlink(path) }
  }

  private static func write(_ text: String, to path: String) throws(SystemError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError("open \(path)", code: errno) }
    defer { close(file) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SystemError("write \(path)", code: errno) }
      rest = rest.dropFirst(count)
    }
  }
}
