import Bytes
import Reactor
import TorProtocol

/// Asks a program for its `--version`, before it is run as tor for the first time: another one may end at once with
/// success, or never, and would be started for ever. Loop-confined.
final class ProgramCheck {
  /// How every tor begins to answer (tor's `src/app/main/main.c`).
  private static let greeting = "Tor version "
  /// Of what another program says, as much as shows which one it is.
  private static let excerpt = 100

  private let path: String
  private let onResult: (ControlFailure?) -> Void
  private var child: ChildProcess?
  private var timer: Timer?
  /// The first line that is not empty.
  private var answer: String?

  /// `onResult` is called once, with nil for a tor. One that has not ended after `patience` is none.
  init(
    loop: EventLoop, _ path: String, environment: [String: String], patience: Duration,
    onResult: @escaping (ControlFailure?) -> Void
  ) throws(LaunchError) {
    self.path = path
    self.onResult = onResult
    let child = try ChildProcess(
      loop: loop, ChildCommand(path, ["--version"], environment: environment, output: .lines))
    child.onLine = { [weak self] line in self?.heard(line) }
    child.onExit = { [weak self] _ in self?.ended() }
    self.child = child
    timer = Timer(loop: loop) { [unowned self] in self.child?.kill() }
    timer?.schedule(after: patience)
  }

  deinit { child?.kill() }

  private func heard(_ line: String) {
    if answer == nil, line.contains(where: { !$0.isWhitespace }) { answer = line }
  }

  private func ended() {
    (child, timer) = (nil, nil)
    guard answer?.hasPrefix(Self.greeting) != true else { return onResult(nil) }
    onResult(.notTorProgram(path: path, said: answer.map { Printable.escape($0, limit: Self.excerpt) }))
  }
}
