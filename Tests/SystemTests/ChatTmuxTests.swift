import Glibc
import TestWorld
import Testing
import TorTestNetwork

/// The full-screen chat in a real terminal, against a real node without a network.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Tmux.isInstalled, "tmux is not installed"))
struct ChatTmuxTests {
  private static let stranger = String(repeating: "ab", count: 32)

  private func withChat(
    columns: Int = 90, rows: Int = 20, _ body: @escaping @Sendable (LabNode, Tmux) throws -> Void
  ) async throws {
    try await BlockingThread.run {
      let directory = try TemporaryDirectory()
      let node = try LabNode("aino", in: directory.path)
      try node.start()
      try node.must("contact", "add", Self.stranger, "--name", "bob")
      let tmux = try Tmux(in: directory.path, columns: columns, rows: rows)
      try body(node, tmux)
    }
  }

  /// Starts the chat as the only program of a shell, whose process is found in a file.
  private static func start(_ tmux: Tmux, _ node: LabNode, _ words: String = "chat bob") throws {
    try tmux.type("echo before; sh -c 'echo $$ >\(node.home)/chat.pid; exec \(node.commandLine) \(words)'")
    try tmux.press("Enter")
  }

  private static func pid(_ node: LabNode) throws -> Int32 {
    let text = String(decoding: try Files.read(node.home + "/chat.pid"), as: UTF8.self)
    let pid = Int32(text.split(separator: "\n").first ?? "")
    try demand(pid != nil, "no process in \(text)")
    return pid ?? 0
  }

  /// The terminal is as it was: the shell's own screen, with what is typed shown.
  private static func awaitShell(_ tmux: Tmux, _ word: String) throws {
    try tmux.see("the shell is back") { $0.contains("before\n") && !$0.contains("onion") }
    try tmux.type("stty -a | grep -o ' [-]*echo ' ; echo \(word)$((1+1))")
    try tmux.press("Enter")
    try tmux.see("\(word)2")
    try tmux.see("the terminal shows what is typed") { $0.contains("\n echo\n") }
  }

  @Test func aConversationOnTheScreen() async throws {
    try await withChat { node, tmux in
      try Self.start(tmux, node)
      try tmux.see("no messages yet")
      try tmux.see("queue 0")
      try tmux.type("hello wörld 👍 中文")
      try tmux.press("Enter")
      try tmux.see("it is queued") { $0.contains("you  hello wörld 👍 中文  queued") && $0.contains("\n>\n") }
      try tmux.paste("two\nlines")
      try tmux.press("Enter")
      try tmux.see("lines  queued")
      let log = try node.must("log", "bob")
      try demand(log.contains("hello wörld 👍 中文") && log.contains("two\n    lines"), log)
      try tmux.type("/tra")
      try tmux.press("Tab", "Enter")
      try tmux.see("\nmessage ")
      try tmux.press("Escape")
      try tmux.see("closed") { !$0.contains("\nmessage ") }
      try tmux.type("/help")
      try tmux.press("Enter")
      try tmux.see("/open WHO")
      try tmux.press("Escape", "C-d")
      try Self.awaitShell(tmux, "left")
      try node.stop()
    }
  }

  @Test func theDaemonGoesAndComesBack() async throws {
    try await withChat { node, tmux in
      try Self.start(tmux, node)
      try tmux.see("queue 0")
      try tmux.type("not yet")
      try tmux.see("> not yet")
      node.crash()
      try tmux.see("the daemon is gone, trying again")
      try tmux.type(" sent")
      try tmux.press("Enter")
      try tmux.see("the text stays here")
      try tmux.see("> not yet sent")
      try node.start()
      try tmux.see("queue 0")
      try tmux.press("Enter")
      try tmux.see("you  not yet sent  queued")
      try tmux.press("C-c")
      try Self.awaitShell(tmux, "left")
      try node.stop()
    }
  }

  @Test func everySizeHasItsScreen() async throws {
    try await withChat { node, tmux in
      try node.must("send", "bob", String(repeating: "word ", count: 30) + "end")
      try Self.start(tmux, node)
      try tmux.see("end  queued")
      try tmux.type("begun")
      for (columns, rows) in [(40, 12), (20, 6), (7, 3), (3, 2), (132, 40), (90, 20)] {
        try tmux.resize(columns: columns, rows: rows)
        // The end of what is typed is always in sight.
        try tmux.see("\(columns)x\(rows)") { screen in
          let lines = screen.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          let hasInput = columns < 6 ? screen.contains("n") : lines.contains { $0.hasSuffix("begun") }
          return hasInput && lines.count == rows && lines.allSatisfy { $0.count <= columns }
        }
      }
      try tmux.press("C-u", "C-d")
      try Self.awaitShell(tmux, "left")
      try node.stop()
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT])
  func signalsGiveTheTerminalBack(signal: Int32) async throws {
    try await withChat { node, tmux in
      try Self.start(tmux, node)
      try tmux.see("queue 0")
      kill(try Self.pid(node), signal)
      try Self.awaitShell(tmux, "back")
      try node.stop()
    }
  }

  @Test func suspendedAndResumed() async throws {
    try await withChat { node, tmux in
      try tmux.type("set -m; echo before; \(node.commandLine) chat bob")
      try tmux.press("Enter")
      try tmux.see("queue 0")
      try tmux.type("begun")
      try tmux.see("> begun")
      try tmux.press("C-z")
      try tmux.see("Stopped")
      try Self.awaitShell(tmux, "stopped")
      try tmux.type("fg")
      try tmux.press("Enter")
      try tmux.see("> begun")
      try tmux.see("queue 0")
      try node.stop()
    }
  }

  @Test func losingTheTerminalLosesNothing() async throws {
    try await withChat { node, tmux in
      try Self.start(tmux, node)
      try tmux.see("queue 0")
      try tmux.type("kept")
      try tmux.press("Enter")
      try tmux.see("you  kept  queued")
      let pid = try Self.pid(node)
      tmux.end()
      try demand(eventually(within: .seconds(20)) { kill(pid, 0) != 0 }, "the chat outlives its terminal")
      try demand(try node.must("log", "bob").contains("kept"))
      try node.stop()
    }
  }

  @Test func aTerminalWithoutACursorGetsLines() async throws {
    try await withChat { node, tmux in
      try tmux.type("TERM=dumb \(node.commandLine) chat bob; echo left")
      try tmux.press("Enter")
      try tmux.see("with bob")
      try tmux.type("plain text")
      try tmux.press("Enter")
      try tmux.see("  queued")
      try tmux.press("C-d")
      try tmux.see("\nleft\n")
      try node.stop()
    }
  }
}
