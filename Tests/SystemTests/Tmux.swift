import Glibc
import TestWorld

/// A terminal of some size with a shell in it, whose screen can be read: a tmux server of its own.
final class Tmux {
  private let folder: String
  private var calls = 0
  private static let program = "/usr/bin/tmux"

  static var isInstalled: Bool { access(program, X_OK) == 0 }

  init(in folder: String, columns: Int, rows: Int) throws {
    self.folder = folder
    try run(
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "/usr/bin/env", "PS1=ready$ ", "LC_ALL=C.UTF-8",
      "TZ=UTC", "/bin/sh")
    try run("set-option", "-g", "escape-time", "0")
    try demand(eventually(within: .seconds(20)) { try screen.contains("ready$") }, "no shell in tmux")
  }

  deinit { end() }

  /// Takes the terminal away from everything that runs in it.
  func end() { _ = try? call(["kill-server"]) }

  func type(_ text: String) throws { try run("send-keys", "-l", text) }

  /// Keys by their names: `Enter`, `C-c`, `PageUp`.
  func press(_ keys: String...) throws { _ = try demandCall(["send-keys"] + keys) }

  /// Text as a terminal pastes it, marked where the program asked for that.
  func paste(_ text: String) throws {
    try run("set-buffer", text)
    try run("paste-buffer", "-p")
  }

  func resize(columns: Int, rows: Int) throws {
    try run("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// What it shows, a line a row.
  var screen: String {
    get throws { try demandCall(["capture-pane", "-p"]) }
  }

  /// Waits until the screen is as wanted.
  func see(_ what: String, line: UInt = #line, until condition: (String) -> Bool) throws {
    var last = ""
    let came = try eventually(within: .seconds(30)) {
      last = try screen
      return condition(last)
    }
    try demand(came, "\(what):\n\(last)", line: line)
  }

  func see(_ text: String, line: UInt = #line) throws {
    try see(text, line: line) { $0.contains(text) }
  }

  private func run(_ words: String...) throws { _ = try demandCall(words) }

  private func demandCall(_ words: [String]) throws -> String {
    let outcome = try call(words)
    try demand(outcome.exitCode == 0, "tmux \(words.joined(separator: " ")): \(outcome.errors)")
    return outcome.output
  }

  private func call(_ words: [String]) throws -> Subprocess.Outcome {
    calls += 1
    return try Subprocess(
      [Tmux.program, "-u", "-S", folder + "/tmux", "-f", "/dev/null"] + words, in: folder, name: "tmux\(calls)",
      environment: ["LC_ALL=C.UTF-8", "TERM=xterm-256color", "HOME=\(folder)", "PATH=/usr/bin:/bin", "TZ=UTC"]
    ).wait(atMost: .seconds(20))
  }
}
