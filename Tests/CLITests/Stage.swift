import CLinux
import Glibc
import Reactor
import Synchronization
import TestWorld

@testable import CLI

/// The streams of a command under test: pipes, or terminals of its own.
final class Stage: Sendable {
  struct Terminals: OptionSet {
    let rawValue: Int
    static let input = Terminals(rawValue: 1)
    static let output = Terminals(rawValue: 2)
    static let errors = Terminals(rawValue: 4)
  }

  struct Outcome {
    let output: String
    let errors: String
    let exit: Int32
  }

  private struct Line {
    let near: Int32
    let far: Int32
  }

  private let input: Line
  private let output: Line
  private let errors: Line
  private let interruption: Line
  let directory: TemporaryDirectory
  private let environment: [String: String]
  private let local: ScriptedActions
  /// What a person types when a prompt comes, and what was read of the errors while waiting for it.
  private let answers = Mutex<(due: [(prompt: String, text: String)], seen: [UInt8])>(([], []))
  /// A descriptor that is closed twice is somebody else's the second time.
  private let hasOutputReader = Mutex(true)

  init(
    terminals: Terminals = [], environment: [String: String] = [:], local: ScriptedActions = ScriptedActions(),
    directory: TemporaryDirectory
  ) throws {
    // Both terminals a person sees are one in life; here they are two, so that a test can tell who said what.
    input = try Stage.line(terminals.contains(.input), commandReads: true)
    output = try Stage.line(terminals.contains(.output), commandReads: false)
    errors = try Stage.line(terminals.contains(.errors), commandReads: false)
    interruption = try Stage.line(false, commandReads: true)
    self.directory = directory
    self.local = local
    let base = [
      "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path, "TERM": "xterm", "PATH": "/usr/bin:/bin",
    ]
    self.environment = base.merging(environment) { $1 }
  }

  deinit {
    let outputReader = hasOutputReader.withLock { $0 } ? output.far : -1
    for end in [input.far, outputReader, errors.far, interruption.far] where end >= 0 { close(end) }
    for line in [input, output, errors, interruption] { close(line.near) }
  }

  /// Types something, or gives it as the whole standard input.
  func type(_ text: String) { type(bytes: Array(text.utf8)) }

  func type(bytes: [UInt8]) { Console.write(bytes, to: input.far) }

  /// What was written to the errors and not yet read.
  var errorsSoFar: String { drain(errors.far) }

  /// Presses the key that interrupts.
  func interrupt() { Console.write([1], to: interruption.far) }

  /// Types each text once its prompt has come, as a person does: what is typed before is thrown away.
  func answer(_ pairs: [(prompt: String, text: String)]) { answers.withLock { $0.due = pairs } }

  var console: Console {
    Console(input: input.near, output: output.near, errors: errors.near, environment: environment)
  }

  var interruptions: Interruption { Interruption(descriptor: interruption.near) }

  /// Whether the terminal shows what is typed.
  var inputEchoes: Bool {
    var state = termios()
    return tcgetattr(input.near, &state) == 0 && state.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Runs a command to its end.
  func run(_ words: [String]) async -> Outcome {
    let surroundings = Surroundings(
      environment: environment, console: console, interruption: interruptions, local: local,
      grace: .milliseconds(50))
    let typist = try? startTypist()
    let exit = await Program.run(words, in: surroundings)
    typist?.join()
    let seen = answers.withLock { String(decoding: $0.seen, as: UTF8.self) }
    return Outcome(
      output: drain(output.far).replacing("\r\n", with: "\n"),
      errors: (seen + drain(errors.far)).replacing("\r\n", with: "\n"), exit: exit)
  }

  /// A thread that waits for the prompts that are due, then ends.
  private func startTypist() throws(SystemError) -> OSThread? {
    guard answers.withLock({ !$0.due.isEmpty }) else { return nil }
    return try OSThread { self.typeAnswers() }
  }

  private func typeAnswers() {
    var fresh: [UInt8] = []
    while let next = answers.withLock({ $0.due.first }) {
      var wait = pollfd(fd: errors.far, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 20_000) == 1 else { return }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(errors.far, &chunk, chunk.count)
      guard count > 0 else { return }
      fresh += chunk.prefix(count)
      guard String(decoding: fresh, as: UTF8.self).hasSuffix(next.prompt) else { continue }
      answers.withLock {
        $0.seen += fresh
        $0.due.removeFirst()
      }
      fresh = []
      if next.text == "^C" { interrupt() } else { type(next.text + "\n") }
    }
  }

  /// Lets the reader of the output leave.
  func closeOutputReader() {
    hasOutputReader.withLock { $0 = false }
    close(output.far)
  }

  /// Ends the standard input.
  func endInput() { shutdown(input.far, Int32(SHUT_WR)) }

  private func drain(_ file: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `near` is the command's end, `far` the test's, which never blocks.
  private static func line(_ isTerminal: Bool, commandReads: Bool) throws -> Line {
    var near: Int32 = -1
    var far: Int32 = -1
    if isTerminal {
      guard openpty(&far, &near, nil, nil, nil) == 0 else { throw FakeDaemon.Trouble.socket(errno) }
    } else {
      var pair: [Int32] = [-1, -1]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else {
        throw FakeDaemon.Trouble.socket(errno)
      }
      (near, far) = (pair[0], pair[1])
    }
    if !commandReads { _ = fcntl(far, F_SETFL, O_NONBLOCK) }
    return Line(near: near, far: far)
  }
}
